import { toPlainValue } from '../read/to-plain-value.ts'
import { entryLines } from './render-yaml.ts'

/**
 * The frontmatter of a new note, fences included, keys in the order given. Dates stand plain; strings are quoted where
 * some YAML reader would take them for something else. Empty where there is nothing to say.
 *
 *     renderFrontmatter({ title: 'Plan', done: 'no' })   // '---\ntitle: Plan\ndone: "no"\n---\n'
 */
export function renderFrontmatter(data: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) => entryLines(key, toPlainValue(key, value), ''))
  return lines.length === 0 ? '' : ['---', ...lines, '---', ''].join('\n')
}
