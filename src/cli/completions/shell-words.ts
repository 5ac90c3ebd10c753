import type { Candidate } from './complete-line.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

/** A word of a command line as a shell hands it over: with the quotes and backslashes that were typed. */
export function unquote(word: string): string {
  const [first = ''] = word
  if (first === "'" || first === '"') {
    const end = word.length > 1 && word.endsWith(first) ? -1 : undefined
    return first === "'" ? word.slice(1, end) : word.slice(1, end).replace(/\\(["\\$`])/g, '$1')
  }
  return word.replace(/\\(.)/gs, '$1')
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
  // Nothing of a note's name may end the line or move the cursor.
  const plain = candidates.filter(({ word }) => !/\p{Cc}/u.test(word))
  if (shell === 'bash') {
    const isQuoted = /^['"]/.test(raw)
    // bash itself replaces only what follows the `=`.
    const own = before.replace(/^--[\w-]+=/, '')
    return plain.map(({ word }) => (isQuoted ? own + word : escaped(own + word))).join('\n')
  }
  return plain
    .map(({ word, about = '' }) => `${before}${word}\t${about.replace(/\p{Cc}+/gu, ' ')}`)
    .join('\n')
}

function escaped(word: string): string {
  return word.replace(/[^\p{L}\p{N}\p{M}_@%+=:,./-]/gu, String.raw`\$&`)
}
