import { load, YAMLException } from 'js-yaml/browser'
import { isRecord } from '../model/is-record.ts'

export type Mapping = Readonly<Record<string, unknown>>

/** The values of a YAML file; null where it is not a mapping. */
export function readMapping(text: string): Mapping | null {
  try {
    const document = load(text)
    return isRecord(document) ? document : null
  } catch (error) {
    if (error instanceof YAMLException) return null
    throw error
  }
}

/** The mapping without the values at these paths, such as `search.max_results`. */
export function withoutPaths(mapping: Mapping, paths: readonly string[]): Mapping {
  return Object.fromEntries(
    Object.entries(mapping)
      .filter(([key]) => !paths.includes(key))
      .map(([key, value]) => {
        const below = paths
          .filter((path) => path.startsWith(`${key}.`))
          .map((path) => path.slice(key.length + 1))
        return [key, below.length > 0 && isRecord(value) ? withoutPaths(value, below) : value]
      }),
  )
}

/** The paths that have a value. */
export function pathsIn(mapping: Mapping, paths: readonly string[]): readonly string[] {
  return paths.filter((path) => {
    const inner = path
      .split('.')
      .reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), mapping)
    return inner !== undefined
  })
}
