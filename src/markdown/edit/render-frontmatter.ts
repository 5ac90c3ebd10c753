import { toPlainValue } from '../read/to-plain-value.ts'
import { entryLines } from './render-yaml.ts'

/**
 * The frontmatter of a new note, with fences and with keys in the given order. Dates are plain; strings are quoted
 * where some YAML reader would misread them. Empty where there is nothing to write.
 *
 *     renderFrontmatter({ title: 'Plan', done: 'no' })   // '---\ntitle: Plan\ndone: "no"\n---\n'
 */
export function renderFrontmatter(data: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) => entryLines(key, toPlainValue(key, value), ''))
  return lines.length === 0 ? '' : ['---', ...lines, '---', ''].join('\n')
}
