/** A replacement in a note's text, as `update_note` takes it. */
export interface Edit {
  readonly old: string
  readonly new: string
  readonly all: boolean
}

/**
 * Edits that make the links of a line to `target` lead to `to`; their words and headings stay. Null where the line has
 * none that is written so.
 *
 *     relinkLine('See [[Plan 25|the plan]].', 'Plan 25', 'Plan 2025')   // [{ old: '[[Plan 25|', new: '[[Plan 2025|', all: true }]
 */
export function relinkLine(line: string, target: string, to: string): readonly Edit[] | null {
  const wiki = [']]', '|', '#', '\\|'].map((end) => [`[[${target}`, `[[${to}`, end] as const)
  const forms = new Set([target, encodeURI(target), `${target}.md`, `${encodeURI(target)}.md`])
  const inline = [...forms].flatMap((form) =>
    [')', '#', ' '].map((end) => [`](${form}`, `](${encodeURI(`${to}.md`)}`, end] as const),
  )
  const edits = [...wiki, ...inline]
    .filter(([from, , end]) => line.includes(`${from}${end}`))
    .map(([from, into, end]) => ({ old: `${from}${end}`, new: `${into}${end}`, all: true }))
  return edits.length === 0 ? null : edits
}
