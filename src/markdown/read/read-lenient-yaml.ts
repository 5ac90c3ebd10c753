import { isMap, isScalar, isSeq, parseDocument, visit, type Scalar } from 'yaml'
import { mappingProblem, toRecord, unreadable, type YamlReading, type YamlScalar } from './yaml-reading.ts'
import { messageOf } from '../../model/error-code.ts'

/**
 * Reads YAML that editors and people write although the specification forbids it, such as an unindented `]`, and
 * `{{placeholders}}`, which are mappings with mappings for keys. Eight times slower than the strict reader.
 */
export function readLenientYaml(yaml: string): YamlReading {
  try {
    const document = parseDocument(yaml, lenientOptions)
    const [error] = document.errors
    if (error !== undefined)
      return unreadable(`${error.message.replace(/\.?$/, '.')} (${lineOf(yaml, error.pos[0])})`)
    let hasAliases = false
    visit(document, {
      Alias: () => {
        hasAliases = true
      },
      Scalar: (_, scalar) => {
        // An integer that no number holds stays as it is written.
        if (Number.isInteger(scalar.value) && !Number.isSafeInteger(scalar.value))
          scalar.value = scalar.source
      },
    })
    const data: unknown = document.toJS()
    const problem = mappingProblem(data, hasAliases)
    if (problem !== null) return unreadable(problem)
    return { data: toRecord(data), scalars: listNodeScalars(document.contents), problem: null }
  } catch (error) {
    return unreadable(messageOf(error))
  }
}

export const lenientOptions = { uniqueKeys: false, prettyErrors: false, logLevel: 'error' } as const

/** The line in the note, whose first line is the fence. */
function lineOf(yaml: string, offset: number): string {
  return `line ${yaml.slice(0, offset).split('\n').length + 1}`
}

function listNodeScalars(contents: unknown): readonly YamlScalar[] {
  if (!isMap(contents)) return []
  const scalars: YamlScalar[] = []
  contents.items.forEach(({ key, value }, pair) => {
    addScalars(scalars, value, { key: isScalar(key) ? String(key.value) : '', pair, depth: 1 })
  })
  return scalars
}

type Owner = Pick<YamlScalar, 'key' | 'pair' | 'depth'>

function addScalars(scalars: YamlScalar[], node: unknown, owner: Owner): void {
  const inner = { ...owner, depth: owner.depth + 1 }
  if (isSeq(node)) for (const item of node.items) addScalars(scalars, item, inner)
  else if (isMap(node)) for (const { value } of node.items) addScalars(scalars, value, inner)
  else if (isScalar(node)) scalars.push({ ...owner, ...scalarPlace(node) })
}

function scalarPlace({ range, type, source, value }: Scalar): Omit<YamlScalar, keyof Owner> {
  const text = source ?? (typeof value === 'string' ? value : '')
  const [start, end] = range ?? [0, 0]
  const style = styles[type ?? ''] ?? 'plain'
  const marks = style === 'double' || style === 'single' ? 1 : 0
  return { text, style, start: start + marks, end: end - marks }
}

const styles: Readonly<Record<string, YamlScalar['style']>> = {
  QUOTE_DOUBLE: 'double',
  QUOTE_SINGLE: 'single',
  BLOCK_FOLDED: 'block',
  BLOCK_LITERAL: 'block',
}
