// The same library built for browsers, which Node runs more than twice as fast (11 µs a note instead of 30; 5 µs as
// scripts/bundle.mjs changes it).
import {
  constructFromEvents,
  CORE_SCHEMA,
  defineScalarTag,
  EVENT_ID,
  intCoreTag,
  parseEvents,
  Schema,
  YAMLException,
} from 'js-yaml/browser'
import { listEventScalars } from './list-event-scalars.ts'
import { readLenientYaml } from './read-lenient-yaml.ts'
import { nestingProblem } from './yaml-nesting.ts'
import { mappingProblem, toRecord, unreadable, type YamlReading } from './yaml-reading.ts'

/**
 * Reads a mapping by YAML 1.2's core schema: dates stay strings; of equal keys the last one counts. Falls back from the
 * strict, fast reader to the lenient one.
 */
export function readYaml(yaml: string): YamlReading {
  const tooDeep = nestingProblem(yaml)
  if (tooDeep !== null) return unreadable(tooDeep)
  try {
    return readStrictYaml(yaml)
  } catch (error) {
    // The lenient reader takes seconds over a megabyte of opening brackets.
    if (yaml.length <= mostLenient) return readLenientYaml(yaml)
    return unreadable(error instanceof YAMLException ? error.reason : 'It is too large and not plain YAML.')
  }
}

/** Whether every reader takes it, also those to which a key that stands twice in one mapping is an error. */
export function isStrictYaml(yaml: string): boolean {
  try {
    return nestingProblem(yaml) === null && readStrictYaml(yaml, false).problem === null
  } catch {
    return false
  }
}

const mostLenient = 64_000

/** An integer that no number holds, such as a note's id of 17 digits, stays as it is written. */
const exactInt = defineScalarTag(intCoreTag.tagName, {
  ...intCoreTag,
  resolve: (source, isExplicit, tagName) => {
    const value: unknown = intCoreTag.resolve(source, isExplicit, tagName)
    return typeof value === 'number' && !Number.isSafeInteger(value) ? source : value
  },
})
const exactSchema = new Schema(CORE_SCHEMA.tags.map((tag) => (tag === intCoreTag ? exactInt : tag)))

function readStrictYaml(yaml: string, mayRepeatKeys = true): YamlReading {
  const events = parseEvents(yaml, {})
  if (events.length === 0) return { data: {}, scalars: [], problem: null }
  const documents = constructFromEvents(events, { source: yaml, schema: exactSchema, json: mayRepeatKeys })
  const hasAliases = events.some(({ type }) => type === EVENT_ID.ALIAS)
  const problem =
    documents.length > 1 ? 'It holds several YAML documents.' : mappingProblem(documents[0], hasAliases)
  if (problem !== null) return unreadable(problem)
  return { data: toRecord(documents[0]), scalars: listEventScalars(yaml, events), problem: null }
}
