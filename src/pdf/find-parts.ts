import { linesOf, type Block } from './block.ts'

const longestAbstract = 3_000

/** What stands over the document: its largest heading, if that is at its beginning. */
export function findTitle(blocks: readonly Block[], headings: ReadonlyMap<Block, number>): string | null {
  const first = blocks.find((block) => headings.has(block))
  if (first?.kind !== 'text') return null
  const best = [...headings.values()].reduce((best, level) => Math.min(best, level), 6)
  const title = blocks.find((block) => headings.get(block) === best)
  if (title?.kind !== 'text' || title.page !== first.page) return null
  const text = linesOf(title)
    .map(({ text }) => text.trim())
    .join(' ')
    .replace(/\s+/g, ' ')
  // A chapter's heading is not the document's.
  return /^\d|^(?:table of )?contents$|^inhalt|^abstract$/i.test(text) ? null : text
}

/** The paragraphs that the document calls its abstract, rendered. */
export function findAbstract(
  blocks: readonly Block[],
  headings: ReadonlyMap<Block, number>,
  render: (blocks: readonly Block[]) => string,
): string | null {
  const label = /^(?:abstract|zusammenfassung|r[ée]sum[ée]|resumen)(?:\s*[.:\u2013\u2014-]\s*|\s*$)/iu
  const start = blocks.findIndex((block) => block.kind === 'text' && label.test(firstText(block)))
  const block = blocks[start]
  if (block?.kind !== 'text') return null
  const [first = '', ...others] = linesOf(block).map(({ text }) => text.trim())
  const own = [first.replace(label, ''), ...others].join(' ')
  if (own.trim() !== '') {
    if (own.length < 80 || headings.has(block)) return null
    return cap(
      render([block]).replace(
        /^[*_]*(?:abstract|zusammenfassung|r[ée]sum[ée]|resumen)[\s.:*_\u2013\u2014-]*/iu,
        '',
      ),
    )
  }
  const rest = blocks.slice(start + 1)
  const end = rest.findIndex((next) => next.kind !== 'text' || headings.has(next))
  const stop = rest[end]
  // One paragraph, unless a heading says where the abstract ends.
  return cap(render(rest.slice(0, stop === undefined || !headings.has(stop) || end > 4 ? 1 : end)))
}

function firstText(block: Block): string {
  return block.kind === 'text' ? (block.passages[0]?.[0]?.text.trim() ?? '') : ''
}

function cap(text: string): string | null {
  return text === '' || text.length > longestAbstract ? null : text
}
