/** A regular expression as a tree. `char` is an atom that matches exactly one character. */
export type PatternNode =
  | { readonly kind: 'char'; readonly matches: (character: string) => boolean }
  | { readonly kind: 'assert'; readonly holds: (before: string, after: string) => boolean }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly item: PatternNode; readonly min: number; readonly max: number }

export type PatternReading =
  | { readonly kind: 'pattern'; readonly node: PatternNode }
  | { readonly kind: 'problem'; readonly message: string }

/**
 * Reads a JavaScript regular expression without look-around and back-references, which no linear-time matcher has.
 * JavaScript's own engine decides what is valid and what one atom matches; only the structure is read here.
 */
export function parsePattern(source: string): PatternReading {
  const flags = isValid(source, 'u') ? 'u' : ''
  if (flags === '' && !isValid(source, '')) return problem('it is not a regular expression')
  const unsupported = /\\(?:[^1-9k]|$)|\((?:\?(?!:|<[^=!]))|\\[1-9k]|\[(?:\\.|[^\]\\])*\]?/gsu
  for (const [found] of source.matchAll(unsupported)) {
    if (found.startsWith('(')) return problem('it looks ahead or behind, or changes flags')
    if (/^\\[1-9k]/.test(found)) return problem('it refers back to a group')
  }
  return { kind: 'pattern', node: readTree(source, flags) }
}

function problem(message: string): PatternReading {
  return { kind: 'problem', message }
}

function isValid(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags)
    return true
  } catch {
    return false
  }
}

/** Recursive descent over a source that is known to be valid. */
function readTree(source: string, flags: string): PatternNode {
  let position = 0

  const readChoice = (): PatternNode => {
    const items = [readSequence()]
    while (source[position] === '|') {
      position += 1
      items.push(readSequence())
    }
    return { kind: 'choice', items }
  }

  const readSequence = (): PatternNode => {
    const items: PatternNode[] = []
    while (position < source.length && source[position] !== '|' && source[position] !== ')') {
      items.push(readRepeat(readAtom()))
    }
    return { kind: 'sequence', items }
  }

  const readAtom = (): PatternNode => {
    const [group] = take(/\((?:\?:|\?<[^>]*>)?/uy)
    if (group !== '') {
      const inner = readChoice()
      position += 1
      return inner
    }
    const [assertion] = take(/\^|\$|\\b|\\B/uy)
    if (assertion !== '') return { kind: 'assert', holds: assertions[assertion] ?? never }
    const [atom] = take(atomPattern)
    const single = new RegExp(`^(?:${atom})$`, flags)
    const known = new Map<string, boolean>()
    const matches = (character: string): boolean => {
      let result = known.get(character)
      if (result === undefined) known.set(character, (result = single.test(character)))
      return result
    }
    return { kind: 'char', matches }
  }

  const readRepeat = (item: PatternNode): PatternNode => {
    const [quantifier, least, comma, most] = take(/(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/uy)
    if (quantifier === '') return item
    if (least !== undefined) {
      const min = Number(least)
      const max = comma === undefined ? min : most === undefined || most === '' ? Infinity : Number(most)
      return { kind: 'repeat', item, min, max }
    }
    return {
      kind: 'repeat',
      item,
      min: quantifier.startsWith('+') ? 1 : 0,
      max: quantifier.startsWith('?') ? 1 : Infinity,
    }
  }

  const take = (pattern: RegExp): readonly [string, ...(string | undefined)[]] => {
    pattern.lastIndex = position
    const [found = '', ...groups] = pattern.exec(source) ?? []
    position += found.length
    return [found, ...groups]
  }

  return readChoice()
}

const atomPattern =
  /\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}(?:\\u[dD][c-fC-F][0-9a-fA-F]{2})?|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|./suy

const assertions: Readonly<Record<string, (before: string, after: string) => boolean>> = {
  '^': (before) => before === '',
  $: (_, after) => after === '',
  '\\b': (before, after) => isWord(before) !== isWord(after),
  '\\B': (before, after) => isWord(before) === isWord(after),
}

function isWord(character: string): boolean {
  return /^\w$/.test(character)
}

function never(): boolean {
  return false
}
