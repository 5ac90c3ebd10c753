import { readFrontmatterParts } from './read-frontmatter.ts'
import type { YamlScalar } from './yaml-reading.ts'

/** How the frontmatter's value at an offset of the text is written; null where none is. */
export function scalarStyleAt(text: string, offset: number): YamlScalar['style'] | null {
  const { yaml, yamlStart } = readFrontmatterParts(text)
  const at = offset - yamlStart
  return yaml.scalars.find(({ start, end }) => start <= at && at <= end)?.style ?? null
}
