/**
 * Puts another person's text on one line without control characters: a note's title must not move the cursor, change the
 * terminal or turn the text around it.
 */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(turning, '')
    .trim()
}

/**
 * A path on one line, as it is but for what `oneLine` takes out: that is named, for without it this would be another path.
 *
 *     plainPath('x\ny.md')   // 'x\\ny.md'
 */
export function plainPath(path: string): string {
  return path.replace(/[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16)
    return letters.get(character) ?? (code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`)
  })
}

const letters: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** What turns the direction of the text around it, and can show a name as another one. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g

/** Whether a text has neither control characters nor any that turn it around. */
export function isPlain(text: string): boolean {
  return !/\p{Cc}/u.test(text) && text.search(turning) === -1
}

/** Several lines without control characters. */
export function withoutControls(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, '').replace(turning, '')
}

/** JSON; on a terminal with indents, and nothing in it moves the cursor or turns the text around it: the value is the same. */
export function jsonText(value: unknown, isWatched: boolean): string {
  if (!isWatched) return JSON.stringify(value)
  return JSON.stringify(value, null, 2).replace(
    /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A path as it is typed where an option might stand: one with a dash first would be taken for one. */
export function typable(path: string): string {
  return path.startsWith('-') ? `./${path}` : path
}

/** Cuts a text to this many characters, with an ellipsis. */
export function shorten(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}

/** `1 note`, `2 notes`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** `999 B`, `1.5 kB`, `44 MB` */
export function formatSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${value >= 10 || unit === 0 ? value.toFixed(0) : value.toFixed(1)} ${units[unit] ?? 'B'}`
}
