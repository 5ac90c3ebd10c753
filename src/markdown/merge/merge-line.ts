import { mergeSequences, type MergeRules } from './merge-sequences.ts'
import { countConflicts, type ThreeWays } from './merged.ts'

/**
 * One line that both sides changed: its parts are a list item's marker and state, links, tags, dates of a task, cells of a
 * table and sentences. Null where both changed the same part.
 *
 *     mergeLine({ base: '- [ ] Call [[Ada]]', ours: '- [x] Call [[Ada]]', theirs: '- [ ] Call [[Ada Byron]]' })
 *     // '- [x] Call [[Ada Byron]]'
 */
export function mergeLine({ base, ours, theirs }: ThreeWays<string>): string | null {
  const pieces = mergeSequences(
    { base: splitParts(base), ours: splitParts(ours), theirs: splitParts(theirs) },
    rules,
  )
  if (countConflicts(pieces) > 0) return null
  return pieces.flatMap((piece) => (piece.kind === 'agreed' ? piece.items : [])).join('')
}

const rules: MergeRules<string> = {
  keyOf: (part) => part,
  keep: ({ base }) => base,
  join: () => null,
  insert: () => null,
}

const head = /^(?<indent>[\s>]*)(?<marker>[-*+]\s+|\d{1,9}[.)]\s+|#{1,6}\s+)?(?<state>\[[^\]]\](?=\s|$))?/u
// A link, a field, a date of a task with its sign, a tag, a block id.
const mark =
  /!?\[\[[^\]]{0,500}\]\]|!?\[[^\]]{0,500}\]\([^)]{0,1000}\)|[[(][\w -]{1,50}::[^\])]{0,500}[\])]|\p{Extended_Pictographic}\uFE0F?(?:\s{0,3}\d[\d-]{0,20})?|#[^\s#[\]|]+|\^[\w-]+$/gu
const sentence = /[^.!?。！？]*[.!?。！？]+|[^.!?。！？]+$/gu

function splitParts(line: string): readonly string[] {
  if (/^\s*\|/.test(line)) return line.split(/(?=\|)/)
  const { indent = '', marker = '', state = '' } = head.exec(line)?.groups ?? {}
  const parts = [indent, marker, state]
  let at = indent.length + marker.length + state.length
  for (const { 0: found, index } of line.slice(at).matchAll(mark)) {
    const start = indent.length + marker.length + state.length + index
    parts.push(...splitProse(line.slice(at, start)), found)
    at = start + found.length
  }
  return [...parts, ...splitProse(line.slice(at))].filter((text) => text !== '')
}

/** Sentences, and the blanks between them. */
function splitProse(text: string): readonly string[] {
  return (text.match(sentence) ?? []).flatMap((words) => {
    const bare = words.trim()
    const from = bare === '' ? words.length : words.indexOf(bare)
    return [words.slice(0, from), bare, words.slice(from + bare.length)]
  })
}
