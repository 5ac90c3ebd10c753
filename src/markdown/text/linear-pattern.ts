import { RE2JS, RE2JSSyntaxException } from 're2js'

export type LinearPattern =
  | { readonly kind: 'pattern'; readonly test: (text: string) => boolean }
  | { readonly kind: 'problem'; readonly message: string }

/** Whether upper and lower case count as equal. */
type Letters = 'as written' | 'any case'

/**
 * A regular expression from a vault, as a test whose time grows only with the length of the text times that of the
 * pattern: `(a+)+$` cannot hang a server. Its answers are those of `new RegExp(source).test`.
 *
 *     const year = linearPattern('^[0-9]{4}$')
 *     if (year.kind === 'pattern') year.test('2026')   // true
 */
export function linearPattern(source: string, letters: Letters = 'as written'): LinearPattern {
  if (source.length > 1000) return problem('it is too large')
  if (!isRegExp(source)) return problem('it is not a regular expression')
  const bare = withoutClasses(source)
  if (/\(\?(?:<?[=!]|[a-z-]+[:)])/.test(bare)) return problem('it looks ahead or behind, or changes flags')
  if (/\\(?:[1-9]|k<)/.test(bare)) return problem('it refers back to a group')
  try {
    const pattern = RE2JS.compile(
      RE2JS.translateRegExp(source),
      letters === 'any case' ? RE2JS.CASE_INSENSITIVE : 0,
    )
    return { kind: 'pattern', test: (text) => pattern.test(text) }
  } catch (error) {
    // JavaScript reads the same patterns, except for counts above a thousand.
    if (error instanceof RE2JSSyntaxException) return problem('it is too large')
    throw error
  }
}

function problem(message: string): LinearPattern {
  return { kind: 'problem', message }
}

/** Whether JavaScript would read the pattern. */
function isRegExp(source: string): boolean {
  try {
    return RegExp(source) instanceof RegExp
  } catch {
    return false
  }
}

/** Removes character classes and escaped backslashes, which hold no references. */
function withoutClasses(source: string): string {
  return source.replace(/\\\\|\\\[|\\\(|\[(?:\\.|[^\]\\])*\]/gs, '')
}
