/** What a part of a line is: two parts of one kind can stand for each other. */
export type PartKind = 'indent' | 'marker' | 'state' | 'mark' | 'prose'

export interface LinePart {
  readonly kind: PartKind
  readonly text: string
  /** The blanks before it. */
  readonly gap: string
}

export interface LineParts {
  readonly parts: readonly LinePart[]
  /** The blanks at the end. */
  readonly rest: string
}

const head = /^(?<indent>[\s>]*)(?<marker>[-*+]\s+|\d{1,9}[.)]\s+|#{1,6}\s+)?(?<state>\[[^\]]\](?=\s|$))?/u
// Code, a link, an address, a field, a date of a task with its sign, a tag, a block id.
const mark =
  /(?<tick>`+)(?!`).{1,500}?(?<!`)\k<tick>(?!`)|[a-z][a-z0-9+.-]{1,20}:\/\/[^\s)\]>]+|!?\[\[[^\]]{0,500}\]\]|!?\[[^\]]{0,500}\]\([^)]{0,1000}\)|[[(][\w -]{1,50}::[^\])]{0,500}[\])]|\p{Extended_Pictographic}\uFE0F?(?:\s{0,3}\d[\d-]{0,20})?|#[^\s#[\]|]+|\^[\w-]+$/gu
// A dot within or behind a number, as in a price, a date or a version, ends no sentence.
const sentenceEnd = /(?<=[^\d\s][.!?])(?=\s)|(?<=[。！？])(?![。！？])/u

/** The marker and state of a list item, links, tags, dates of a task, code and sentences, each with the blanks before it. */
export function readParts(line: string): LineParts {
  const { indent = '', marker = '', state = '' } = head.exec(line)?.groups ?? {}
  const parts: LinePart[] = []
  let gap = ''
  const add = (kind: PartKind, text: string) => {
    if (text === '') return
    parts.push({ kind, text, gap })
    gap = ''
  }
  const addProse = (text: string) => {
    for (const words of text.split(sentenceEnd)) {
      const bare = words.trim()
      const from = bare === '' ? words.length : words.indexOf(bare)
      gap += words.slice(0, from)
      add('prose', bare)
      gap += words.slice(from + bare.length)
    }
  }
  // Both are as wide as what they stand before says: their blanks are theirs.
  add('indent', indent)
  add('marker', marker)
  add('state', state)
  const start = indent.length + marker.length + state.length
  const text = line.slice(start)
  let at = 0
  for (const { 0: found, index } of text.matchAll(mark)) {
    addProse(text.slice(at, index))
    add('mark', found)
    at = index + found.length
  }
  addProse(text.slice(at))
  return { parts, rest: gap }
}
