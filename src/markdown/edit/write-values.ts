import { applyEdits } from '../../model/text-edit.ts'
import { equalValues } from '../read/equal-values.ts'
import { findFrontmatter } from '../read/find-frontmatter.ts'
import { readLayout } from '../read/frontmatter-layout.ts'
import { readFrontmatter } from '../read/read-frontmatter.ts'

/**
 * The text with values of its frontmatter written as they are given. One that means something else than what stands
 * there is left as it is.
 *
 *     writeValues('---\nv: 1\n---\n', { v: '1.0' })   // '---\nv: 1.0\n---\n'
 */
export function writeValues(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((before, [key, value]) => {
    const after = withValue(before, key, value.trim())
    const [old, now] = [readFrontmatter(before), readFrontmatter(after)]
    const isSame = now.problem === null && equalValues(now.data, old.data)
    return isSame && after.slice(now.bodyStart) === before.slice(old.bodyStart) ? after : before
  }, text)
}

function withValue(text: string, key: string, value: string): string {
  const place = findFrontmatter(text)
  const layout = place && readLayout(text.slice(place.yamlStart, place.yamlEnd))
  const entry = layout?.entries.findLast((one) => one.key === key)
  if (!place || entry === undefined) return text
  const start = place.yamlStart + entry.afterColon
  const end = Math.max(start, place.yamlStart + entry.valueEnd)
  return applyEdits(text, [{ start, end, insert: value === '' ? '' : ` ${value}` }])
}
