import { loadAll, YAMLException } from 'js-yaml/browser'

// Far more than a config ever says.
const mostValues = 20_000

/**
 * The documents of a YAML text from anybody. A YAMLException says what is wrong, also of one that is nested without end or
 * whose aliases stand for billions of values.
 */
export function loadYaml(text: string): readonly unknown[] {
  try {
    const documents = loadAll(text)
    countValues(documents, 0)
    return documents
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new YAMLException('it is nested too deeply')
  }
}

/** An alias counts each time it is used. */
function countValues(value: unknown, before: number): number {
  if (before > mostValues) throw new YAMLException('it stands for too many values')
  if (typeof value !== 'object' || value === null) return before + 1
  return Object.values(value).reduce<number>((count, item) => countValues(item, count), before + 1)
}
