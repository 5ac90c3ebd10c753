import { isPlain, oneLine } from '../plain-text.ts'
import type { Candidate } from './complete-line.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

/** A word of a command line as it was typed, with its quotes and backslashes. */
export interface TypedWord {
  readonly text: string
  /** The quote that is still open at its end. */
  readonly quote: '' | '"' | "'"
  /** How much of the text stands before that quote. */
  readonly quotedFrom: number
}

/** Reads a word that may end within quotes, or with a backslash that as yet stands before nothing. */
export function readTyped(word: string): TypedWord {
  let text = ''
  let quote: TypedWord['quote'] = ''
  let quotedFrom = 0
  let isEscaped = false
  for (const character of word) {
    if (isEscaped) {
      text += quote === '"' && !/["\\$`]/.test(character) ? `\\${character}` : character
      isEscaped = false
    } else if (character === '\\' && quote !== "'") isEscaped = true
    else if (character === quote) {
      quote = ''
      quotedFrom = 0
    } else if (quote === '' && (character === '"' || character === "'")) {
      quote = character
      quotedFrom = text.length
    } else text += character
  }
  return { text, quote, quotedFrom }
}

/** bash cuts words at `=` and gives it as one of its own: `--vault`, `=`, `work`. */
export function joinEquals(words: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (const [at, word] of words.entries()) {
    if (word !== '=') joined.push(word)
    else if (at === words.length - 1) joined.push('')
  }
  return joined
}

/** A line for each candidate, as the script of this shell reads them. */
export function showCandidates(
  candidates: readonly Candidate[],
  { shell, before, raw }: { readonly shell: Shell; readonly before: string; readonly raw: string },
): string {
  // Nothing of a note's name may end the line, move the cursor or turn the line around.
  const plain = candidates.filter(({ word }) => isPlain(word))
  if (shell === 'bash') {
    const { text, quote, quotedFrom } = readTyped(raw)
    // bash replaces what follows the `=` where it cut the word there, and what follows a quote that is open.
    const own = option.test(text) ? before : before.replace(option, '')
    const shown = (word: string) => (quote === '' ? escaped(word) : inQuotes(word.slice(quotedFrom), quote))
    return plain.map(({ word }) => shown(own + word)).join('\n')
  }
  return plain.map(({ word, about = '' }) => `${before}${word}\t${oneLine(about)}`).join('\n')
}

const option = /^--[\w-]+=/

// With a backslash too: `:`, `@` and `=`, where bash would cut the word.
function escaped(word: string): string {
  return word.replace(/[^\p{L}\p{N}\p{M}_%+,./-]/gu, String.raw`\$&`)
}

/** What bash puts behind a quote that is open, for it inserts it as it stands: nothing of it may be run or expanded. */
function inQuotes(text: string, quote: '"' | "'"): string {
  // `!` calls up the history within double quotes, and a backslash would stay there: it stands between two of them.
  const inner =
    quote === '"'
      ? text.replace(/["\\$`]/g, String.raw`\$&`).replaceAll('!', String.raw`"\!"`)
      : text.replaceAll("'", String.raw`'\''`)
  // bash takes a quote at the start for the one that is open, and adds none after one at the end.
  return `${inner.startsWith(quote) ? quote : ''}${inner}${inner.endsWith(quote) ? quote : ''}`
}
