import type { Frontmatter } from '../../model/parsed-note.ts'
import { findLineStarts } from '../text/line-starts.ts'
import { findFrontmatter, markEnd } from './find-frontmatter.ts'
import { findForeignHeader } from './foreign-header.ts'
import { readYaml } from './read-yaml.ts'
import type { YamlScalar } from './yaml-reading.ts'

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
  readonly frontmatter: Frontmatter
  readonly scalars: readonly YamlScalar[]
  readonly yamlStart: number
} {
  const place = findFrontmatter(text)
  if (place === null) {
    const start = markEnd(text)
    const header = findForeignHeader(text, start)
    const bodyStart = header?.end ?? start
    const bodyLine = header === null ? 1 : lineOf(text, bodyStart)
    const raw = text.slice(start, bodyStart)
    const frontmatter = { range: null, header, raw, data: {}, problem: null, bodyStart, bodyLine }
    return { frontmatter, scalars: [], yamlStart: bodyStart }
  }
  const { start, yamlStart, yamlEnd, bodyStart } = place
  const raw = text.slice(yamlStart, yamlEnd)
  const { data, problem, scalars } = readYaml(raw)
  const bodyLine = lineOf(text, bodyStart)
  const range = { start, end: bodyStart }
  const frontmatter = { range, header: null, raw, data, problem, bodyStart, bodyLine }
  return { frontmatter, scalars, yamlStart }
}

function lineOf(text: string, bodyStart: number): number {
  return findLineStarts(text.slice(0, bodyStart)).length
}
