import { jointOf, type KnownWords } from './join-words.ts'
import { textOf, type PdfSpan } from './pdf-page.ts'

/** The spans of several lines as those of one, words that were broken between two of them whole again. */
export function joinPageLines(
  lines: readonly { readonly spans: readonly PdfSpan[] }[],
  words: KnownWords,
): PdfSpan[] {
  const joined: PdfSpan[] = []
  let text = ''
  for (const { spans } of lines) {
    const last = joined.at(-1)
    if (last === undefined) {
      for (const span of spans) joined.push(span)
      text = textOf({ spans })
      continue
    }
    const next = textOf({ spans })
    const { cut, between } = inOneLink(last, spans[0]) ?? jointOf(text.trimEnd(), next.trimStart(), words)
    joined[joined.length - 1] = { ...last, text: withoutEnd(last.text, cut) + between }
    for (const span of spans) joined.push(span)
    text = next
  }
  return joined
}

// An address that is broken between two lines has no blank in it.
function inOneLink(before: PdfSpan, after: PdfSpan | undefined): ReturnType<typeof jointOf> | null {
  if (before.link === null || after?.link !== before.link) return null
  return /[/.?&=_-]$/.test(before.text.trimEnd()) && before.link.includes(before.text.trim())
    ? { cut: 0, between: '' }
    : null
}

function withoutEnd(text: string, cut: number): string {
  return cut === 0 ? text : text.trimEnd().slice(0, -cut)
}
