import { stringify } from 'smol-toml'

/**
 * Sets the table `section.name` of a TOML settings file: replaces its lines and those of its own tables, or adds them
 * at the end. Every other line stays. The caller must read the result again, as a table written in braces or with
 * dotted keys is not found.
 */
export function editToml(text: string, section: string, name: string, value: object): string {
  const lineEnding = text.includes('\r\n') ? '\r\n' : '\n'
  const block = stringify({ [section]: { [name]: value } })
    .trim()
    .replaceAll('\n', lineEnding)
  const lines = text.split(/(?<=\n)/)
  const isOurs = headerTest(section, name)
  const start = lines.findIndex(isOurs)
  if (start === -1) {
    const before = text.trimEnd()
    return `${before}${before === '' ? '' : lineEnding.repeat(2)}${block}${lineEnding}`
  }
  const length = lines.slice(start).findIndex((line) => /^\s*\[/.test(line) && !isOurs(line))
  const end = length === -1 ? lines.length : start + length
  return [
    ...lines.slice(0, start),
    block,
    lineEnding,
    ...aboveTheNext(lines.slice(start, end)),
    ...lines.slice(end),
  ].join('')
}

/** Comments and empty lines above the next table belong to it. */
function aboveTheNext(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => !/^(?:#.*)?$/.test(line.trim()))
  return lines.slice(last + 1)
}

/** Whether a line begins the table or one nested in it. */
function headerTest(section: string, name: string): (line: string) => boolean {
  const key = (word: string) => `(?:${word}|"${word}"|'${word}')`
  const header = new RegExp(
    String.raw`^\[\s*${key(section)}\s*\.\s*${key(name)}\s*(?:\.[^\]]*)?\]\s*(?:#.*)?$`,
  )
  return (line) => header.test(line.trim())
}
