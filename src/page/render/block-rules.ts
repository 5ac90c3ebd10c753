import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { blockIdStart } from '../../markdown/read/add-found.ts'
import { splitAttributes } from '../../markdown/read/heading-attributes.ts'
import { headingKey } from '../../markdown/read/heading-key.ts'
import { readCheckbox } from '../../markdown/read/read-task.ts'
import { soleTexts } from '../../markdown/read/shown-task.ts'
import { taskState } from '../../model/task-state.ts'
import { ownToken, plainText } from './own-token.ts'
import { blockAnchor } from './page-address.ts'
import type { RenderJob } from './render-context.ts'
import { textDirection } from './text-direction.ts'
import { openTag } from './write-html.ts'
import { beginning } from '../../model/whole-characters.ts'

/** A heading of the text as the outline of the page has it. */
export interface ShownHeading {
  readonly level: number
  readonly text: string
  readonly anchor: string
}

/** Boxes for tasks, anchors for block ids: both stand at an end of the text of a block. */
export function useBlockMarks(md: MarkdownIt, job: RenderJob): void {
  const tasks = job.isInner || job.isPast === true ? [] : job.source.note.tasks
  const sole = soleTexts(tasks)
  const tickable = new Map(tasks.map(({ line, text }) => [line, sole.has(text) ? text : null]))
  md.core.ruler.before('inline', 'block-marks', ({ tokens, Token: TokenType }) => {
    for (const [at, token] of tokens.entries()) {
      if (token.type !== 'inline' || token.children === null) continue
      const caret = blockIdStart(token.content, 0, token.content.trimEnd().length)
      if (caret !== -1) {
        const id = job.anchors.take(blockAnchor(token.content.slice(caret + 1).trimEnd()))
        if (!job.isInner)
          token.children.push(ownToken(TokenType, `${openTag('span', { class: 'block-anchor', id })}</span>`))
        token.content = token.content.slice(0, caret).trimEnd()
      }
      const item = tokens[at - 2]
      if (item?.type !== 'list_item_open' || tokens[at - 1]?.type !== 'paragraph_open') continue
      addBox(token, item, TokenType, job.linesBefore + (token.map?.[0] ?? 0) + 1, tickable)
    }
  })
}

function addBox(
  token: Token,
  item: Token,
  TokenType: StateCore['Token'],
  line: number,
  tickable: ReadonlyMap<number, string | null>,
): void {
  const end = token.content.indexOf('\n')
  const box = readCheckbox(token.content, 0, end === -1 ? token.content.length : end)
  if (box === null || token.children === null) return
  const state = taskState(box.status)
  const html = openTag('input', {
    type: 'checkbox',
    'data-line': line,
    // By its text a task is known again in a note that has changed since, if no other one has the same.
    'data-task': tickable.get(line) ?? null,
    'aria-label': beginning(box.text, longestLabel) || 'Task',
    checked: state === 'done',
    disabled: !tickable.has(line),
  })
  token.children.push(ownToken(TokenType, `${html} `))
  token.content = token.content.slice(box.statusRange.end + 1).replace(/^[ \t]+/, '')
  item.attrJoin('class', `task task-${state}`)
}

const longestLabel = 200

/** Ids for headings, the direction of each block by its own text, alignment by classes: a page may forbid styles. */
export function useBlockLook(md: MarkdownIt, job: RenderJob, outline: ShownHeading[]): void {
  md.core.ruler.push('block-look', ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      if (token.nesting !== 1) continue
      const style = token.attrGet('style')
      if (style !== null) {
        token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
        token.attrJoin('class', `align-${String(style).replace('text-align:', '')}`)
      }
      if (directed.has(token.tag)) token.attrSet('dir', 'auto')
      // Marks of items, rims of quotes and columns stand where their first words begin.
      else if (holding.has(token.tag) && directionIn(tokens, at) === 'rtl') token.attrSet('dir', 'rtl')
      if (token.type !== 'heading_open' || job.isInner) continue
      const heading = tokens[at + 1]
      const text = plainText(heading?.children ?? []).trim()
      // Links name a heading as it is written.
      const { words, id } = splitAttributes(heading?.content ?? '')
      const anchor = job.anchors.take(`h-${headingKey(id ?? words)}`)
      token.attrSet('id', anchor)
      // As everywhere in flint, a heading inside a quote or a list divides nothing.
      if (token.level === 0) outline.push({ level: Number(token.tag.slice(1)), text, anchor })
    }
  })
}

const directed: ReadonlySet<string> = new Set([
  ...['p', 'div', 'li', 'th', 'td'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])

const holding: ReadonlySet<string> = new Set(['ul', 'ol', 'blockquote', 'table'])

/** The direction of the first words within an opening token. */
function directionIn(tokens: readonly Token[], start: number): 'ltr' | 'rtl' {
  const { level = 0 } = tokens[start] ?? {}
  for (let at = start + 1; at < tokens.length && (tokens[at]?.level ?? 0) > level; at += 1) {
    const direction = textDirection(tokens[at]?.type === 'inline' ? (tokens[at]?.content ?? '') : '')
    if (direction !== null) return direction
  }
  return 'ltr'
}
