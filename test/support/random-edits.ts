import fc from 'fast-check'

/** One person's change of a note, as random as its numbers; `word` is in it wherever text is added. */
export interface RandomEdit {
  readonly kind: (typeof editKinds)[number]
  readonly at: number
  readonly word: string
}

const editKinds = [
  'add a paragraph',
  'change a line',
  'tick a task',
  'add an item',
  'add a key',
  'add a tag',
  'move a section',
  'add a section',
  'remove a line',
  'swap two lines',
  'move a line',
  'write a paragraph instead',
  'split a line',
] as const

const randomEdit: fc.Arbitrary<RandomEdit> = fc.record({
  kind: fc.constantFrom(...editKinds),
  // A share of the way; random doubles are nearly all next to nothing.
  at: fc.integer({ min: 0, max: 999 }).map((share) => share / 1_000),
  word: fc.integer({ min: 1, max: 1e9 }).map((number) => `w${number}x`),
})

/** From one edit to so many. */
export function editsUpTo(most: number): fc.Arbitrary<readonly RandomEdit[]> {
  return fc.array(randomEdit, { minLength: 1, maxLength: most })
}

export const randomEdits = editsUpTo(4)

/** The note with these changes, and the words that were added on the way. */
export function editAtRandom(text: string, edits: readonly RandomEdit[]) {
  const words: string[] = []
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const edited = edits.reduce((before, edit) => {
    const lines = before.split(lineEnd)
    const isAdding = carryOut(lines, edit)
    if (isAdding) words.push(edit.word)
    return lines.join(lineEnd)
  }, text)
  return { text: edited, words }
}

/** Whether the word is in it now. */
function carryOut(lines: string[], { kind, at, word }: RandomEdit): boolean {
  const fence = /^\uFEFF?---$/.test(lines[0] ?? '') ? lines.indexOf('---', 1) : -1
  const body = fence + 1
  const places = (isPlace: (line: string, index: number) => boolean) =>
    lines.flatMap((line, index) => (isPlace(line, index) ? [index] : []))
  const choose = (from: readonly number[]) => from[Math.floor(at * from.length)]
  const inBody = places((line, index) => index >= body && line.trim() !== '' && !structure.test(line.trim()))
  switch (kind) {
    case 'add a paragraph': {
      const place = choose([...places((line, index) => index >= body && line === ''), lines.length]) ?? body
      lines.splice(place, 0, '', `A paragraph with ${word}.`, ...(place === lines.length ? [''] : []))
      return true
    }
    case 'change a line': {
      const place = choose(inBody)
      if (place === undefined) return false
      lines[place] = `${lines[place] ?? ''} ${word}`
      return true
    }
    case 'tick a task': {
      const place = choose(places((line) => /^\s*[-*] \[ \]/.test(line)))
      if (place !== undefined) lines[place] = (lines[place] ?? '').replace('[ ]', '[x]')
      return false
    }
    case 'add an item': {
      const place = choose(places((line, index) => index >= body && item.test(line)))
      if (place === undefined) return false
      lines.splice(place + 1, 0, `${item.exec(lines[place] ?? '')?.[0] ?? ''}${word}`)
      return true
    }
    case 'add a key': {
      const keys = places((line, index) => index > 0 && index < fence && /^\w[\w ]*:/.test(line))
      if (fence <= 0) lines.splice(0, 0, '---', `${word}: 1`, '---')
      else lines.splice(choose(keys) ?? 1, 0, `${word}: 1`)
      return true
    }
    case 'add a tag': {
      const place = places((line, index) => index < fence && /^tags: *$/.test(line)).find((index) =>
        item.test(lines[index + 1] ?? ''),
      )
      if (place === undefined) return false
      lines.splice(place + 1, 0, `${item.exec(lines[place + 1] ?? '')?.[0] ?? ''}${word}`)
      return true
    }
    case 'move a section': {
      const heads = places((line, index) => index >= body && line.startsWith('## '))
      const from = choose(heads.slice(0, -1))
      if (from === undefined) return false
      const section = lines.splice(from, (heads[heads.indexOf(from) + 1] ?? from) - from)
      lines.splice(
        choose(places((line, index) => index >= body && line.startsWith('## '))) ?? from,
        0,
        ...section,
      )
      return false
    }
    case 'add a section':
      lines.push(...(lines.at(-1) === '' ? [] : ['']), `## New ${word}`, '', `Text of ${word}.`, '')
      return true
    case 'remove a line': {
      const place = choose(inBody)
      if (place !== undefined) lines.splice(place, 1)
      return false
    }
    case 'swap two lines': {
      const place = choose(inBody.filter((index) => inBody.includes(index + 1)))
      if (place !== undefined) lines.splice(place, 0, ...lines.splice(place + 1, 1))
      return false
    }
    case 'move a line': {
      const place = choose(inBody)
      if (place === undefined) return false
      const line = lines.splice(place, 1)
      // Elsewhere, by the same number.
      lines.splice(body + Math.floor(((at * 7) % 1) * (lines.length - body)), 0, ...line)
      return false
    }
    case 'write a paragraph instead': {
      const place = choose(inBody)
      if (place === undefined) return false
      lines.splice(place, 1, '', `Instead there is ${word}.`, '')
      return true
    }
    case 'split a line': {
      const place = choose(inBody)
      if (place === undefined) return false
      lines.splice(place + 1, 0, '', word)
      return true
    }
  }
}

const item = /^\s*[-*] /
const structure = /^(?:#|---|```|~~~|\|)/
