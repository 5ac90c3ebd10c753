import type { Frontmatter } from '../../model/parsed-note.ts'
import { bodyOffset, findFrontmatter } from './find-frontmatter.ts'
import { readYaml } from './read-yaml.ts'
import type { YamlReading } from './yaml-reading.ts'

/**
 * The metadata at the top of a note. An unreadable frontmatter has none, and says why.
 *
 *     readFrontmatter('---\nup: "[[Home]]"\n---\n').data   // { up: '[[Home]]' }
 */
export function readFrontmatter(text: string): Frontmatter {
  return readFrontmatterParts(text).frontmatter
}

/** Reads the frontmatter, and the position of each value in the text. */
export function readFrontmatterParts(text: string): {
  frontmatter: Frontmatter
  yaml: YamlReading
  yamlStart: number
} {
  const place = findFrontmatter(text)
  if (place === null) {
    const bodyStart = bodyOffset(text)
    const frontmatter = { range: null, raw: '', data: {}, problem: null, bodyStart, bodyLine: 1 }
    return { frontmatter, yaml: { data: {}, scalars: [], problem: null }, yamlStart: bodyStart }
  }
  const { start, yamlStart, yamlEnd, bodyStart } = place
  const raw = text.slice(yamlStart, yamlEnd)
  const yaml = readYaml(raw)
  const { data, problem } = yaml
  const bodyLine = countLines(text, bodyStart)
  return {
    frontmatter: { range: { start, end: bodyStart }, raw, data, problem, bodyStart, bodyLine },
    yaml,
    yamlStart,
  }
}

function countLines(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
