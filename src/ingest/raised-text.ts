const raisedSigns = signs('0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻−⁻=⁼(⁽)⁾nⁿiⁱ')
const loweredSigns = signs('0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊-₋−₋=₌(₍)₎')

function signs(pairs: string): ReadonlyMap<string, string> {
  return new Map(Array.from(pairs.matchAll(/(.)(.)/gu), ([, plain = '', sign = '']) => [plain, sign]))
}

/**
 * Text above the line, in signs of its own where there are such: `²`, `⁻³`. Behind a number letters are its ending (`1st`).
 *
 *     raised('2', false)   // '²'
 *     raised('x', false)   // '^x'
 */
export function raised(text: string, isAfterNumber: boolean): string {
  if (/^(?:tm|sm)$/i.test(text)) return /^t/i.test(text) ? '™' : '℠'
  const own = inSigns(text, raisedSigns)
  if (own !== null) return own
  return isAfterNumber && /^\p{L}{1,3}$/u.test(text) ? text : marked('^', text)
}

/** Text below the line: `₂`, `_i`. */
export function lowered(text: string): string {
  return inSigns(text, loweredSigns) ?? marked('_', text)
}

function inSigns(text: string, known: ReadonlyMap<string, string>): string | null {
  const written = Array.from(text, (char) => known.get(char))
  return written.every((sign) => sign !== undefined) ? written.join('') : null
}

function marked(mark: string, text: string): string {
  return /^[\p{L}\p{N}]+$/u.test(text) ? mark + text : `${mark}(${text})`
}
