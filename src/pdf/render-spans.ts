import { escapeInline } from './escape-markdown.ts'
import type { PdfSpan } from './pdf-page.ts'
import { largest } from '../model/largest.ts'

/** Styles that the text around has too, and that are not marked therefore. */
export interface PlainStyle {
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
}

/** Spans → Markdown, styles that touch each other joined. */
export function renderSpans(spans: readonly PdfSpan[], plain: PlainStyle): string {
  let out = ''
  const runs = joinRuns(spans, plain)
  for (const [index, run] of runs.entries()) {
    const next = runs[index + 1]?.text ?? ''
    out += renderRun(run, out, next)
  }
  return out.replace(/ {2,}/g, ' ').trim()
}

interface Run {
  readonly text: string
  readonly mark: '' | '*' | '**' | '***' | '`'
  readonly link: string | null
}

function joinRuns(spans: readonly PdfSpan[], plain: PlainStyle): Run[] {
  const runs: Run[] = []
  for (const span of spans) {
    const last = runs.at(-1)
    // Blanks have no style of their own.
    const mark = span.text.trim() === '' && last !== undefined ? last.mark : markOf(span, plain)
    if (last?.mark === mark && last.link === span.link) {
      runs[runs.length - 1] = { ...last, text: last.text + span.text }
    } else runs.push({ text: span.text, mark, link: span.link })
  }
  // Dots that lead to a page's number say nothing.
  return runs.map((run) => ({ ...run, text: run.text.replace(/(?:\s*\.){5,}\s*/g, ' … ') }))
}

function markOf(span: PdfSpan, plain: PlainStyle): Run['mark'] {
  if (span.mono && !plain.mono) return '`'
  const bold = span.bold && !plain.bold
  const italic = span.italic && !plain.italic
  if (bold) return italic ? '***' : '**'
  return italic ? '*' : ''
}

function renderRun(run: Run, before: string, after: string): string {
  const [, lead = '', core = '', tail = ''] = /^(\s*)(.*?)(\s*)$/su.exec(run.text) ?? []
  if (core === '') return run.text
  const flanked = canMark(lead === '' ? before : ' ', core, tail === '' ? after : ' ')
  const marked =
    run.mark === '`' && !/^["'\u201c\u201d]+$/.test(core)
      ? inCode(core)
      : run.mark !== '' && run.mark !== '`' && flanked
        ? `${run.mark}${escapeInline(core)}${run.mark}`
        : escapeInline(core)
  return lead + (run.link === null ? marked : linkTo(run.link, marked, core)) + tail
}

// CommonMark sees emphasis only where its marks touch words on the inside, and blanks or marks on the outside.
function canMark(before: string, core: string, after: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(core)) return false
  const isWord = (text: string) => /^[\p{L}\p{N}]/u.test(text)
  const last = before.slice(-1)
  if (/[*`\\]/.test(last)) return false
  return (isWord(core) || !isWord(last)) && (isWord(core.slice(-1)) || !isWord(after))
}

function inCode(text: string): string {
  const fence = '`'.repeat(largest([0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length)]) + 1)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return fence + pad + text + pad + fence
}

function linkTo(address: string, marked: string, core: string): string {
  const target = address.replace(/[\s<>()\\]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  )
  if (core === address && target === address) return `<${address}>`
  return `[${marked.replace(/(?<!\\)[[\]]/g, '\\$&')}](${target})`
}
