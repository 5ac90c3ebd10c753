import {
  type FieldConstraints,
  type FieldType,
  fieldTypes,
  type MetadataField,
} from '../../model/metadata-schema.ts'
import { linearPattern } from '../text/linear-pattern.ts'
import { readSchemaValue, splitSchemaList } from './schema-values.ts'

export interface SchemaLineReading {
  readonly field: MetadataField
  /** What could not be read, a sentence each; the field is the rest. */
  readonly problems: readonly string[]
}

/**
 * Reads a line of a metadata schema; null for a line that is no list item with a name. The attributes are the last
 * parenthesis that can be read as such, so a description may have parentheses of its own.
 *
 *     readSchemaLine('- rating: Stars (required, number, min: 1, max: 5)')
 */
export function readSchemaLine(line: string): SchemaLineReading | null {
  if (line.length > longestLine) return null
  const item = /^\s*[-*+]\s+(?:`([^`]+)`|\*\*([^*]+)\*\*|([^:`*]+?))\s*:(?=\s|$)(.*)$/.exec(line)
  if (item === null) return null
  const name = (item[1] ?? item[2] ?? item[3] ?? '').trim()
  if (name === '') return null
  const rest = (item[4] ?? '').trim()
  const candidates = rest.endsWith(')') ? openings(rest) : []
  const readings = candidates.map((start) => readAttributes(rest, start))
  const chosen = readings.find(({ isComplete }) => isComplete) ?? readings.find(({ isMeant }) => isMeant)
  const plain: ReadAttributes = {
    start: rest.length,
    type: 'string',
    required: false,
    problems:
      candidates.length === 0 ? [] : ['it names no type: end the line with one, as in (optional, string).'],
  }
  const { start, type, required, constraints, default: given, problems } = chosen ?? plain
  const field: MetadataField = {
    name,
    type,
    required,
    description: rest.slice(0, start).trim(),
    ...(constraints === undefined ? {} : { constraints }),
    ...(given === undefined ? {} : { default: given }),
  }
  return { field, problems: problems.map((problem) => `\`${name}\`: ${problem}`) }
}

/** Reading a line takes time quadratic in its length. */
const longestLine = 4000

function openings(text: string): readonly number[] {
  return [...text.matchAll(/\(/g)].map(({ index }) => index).slice(-20)
}

interface ReadAttributes {
  readonly start: number
  readonly type: FieldType
  readonly required: boolean
  readonly constraints?: FieldConstraints
  readonly default?: unknown
  readonly problems: readonly string[]
}

interface Candidate extends ReadAttributes {
  /** Whether it names a type, or says that the field is required or optional. */
  readonly isMeant: boolean
  /** Whether all of it can be read as attributes, too. */
  readonly isComplete: boolean
}

function readAttributes(rest: string, start: number): Candidate {
  const problems: string[] = []
  let type: FieldType | null = null
  let required: boolean | null = null
  let written: string | null = null
  const constraints: { -readonly [key in keyof FieldConstraints]: FieldConstraints[key] } = {}
  for (const part of splitSchemaList(rest.slice(start + 1, -1))) {
    const [, key = '', text = ''] = /^([\w-]+)\s*:\s*(.*)$/s.exec(part) ?? [null, part, '']
    const word = key.toLowerCase()
    const known = fieldTypes.find((fieldType) => fieldType === word)
    if (known !== undefined && text === '') type = known
    else if ((word === 'required' || word === 'optional') && text === '') required = word === 'required'
    else if (word === 'min' || word === 'max') {
      const limit = Number(text)
      if (text !== '' && Number.isFinite(limit)) constraints[word] = limit
      else problems.push(`${word} must be a number, not ${text}.`)
    } else if (word === 'pattern') {
      const pattern = readSchemaValue(text, 'pattern')
      const check = linearPattern(pattern)
      constraints.pattern = pattern
      if (check.kind === 'problem') problems.push(`the pattern cannot be used, ${check.message}.`)
    } else if (word === 'options') {
      const list = /^\[(.*)\]$/s.exec(text)
      if (list === null) problems.push('options must be a list such as ["a", "b"].')
      else
        constraints.options = splitSchemaList(list[1] ?? '').map((option) => readSchemaValue(option, 'text'))
    } else if (word === 'default' && text !== '') written = text
    // Common in schemas; dates are ISO dates in any case.
    else if (!(word === 'format' && text !== '')) problems.push(`${JSON.stringify(part)} is not known here.`)
  }
  const isMeant = type !== null || required !== null
  const isComplete = isMeant && problems.length === 0
  const fieldType = type ?? 'string'
  if (fieldType === 'select' && constraints.options === undefined) problems.push('a select needs options.')
  const given = written === null ? undefined : readDefault(fieldType, written)
  if (written !== null && given === undefined) problems.push(`the default ${written} is not a ${fieldType}.`)
  return {
    start,
    isMeant,
    isComplete,
    type: fieldType,
    required: required ?? false,
    ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
    ...(given === undefined ? {} : { default: given }),
    problems,
  }
}

function readDefault(type: FieldType, text: string): unknown {
  switch (type) {
    case 'number': {
      const number = Number(readSchemaValue(text, 'text'))
      return Number.isFinite(number) ? number : undefined
    }
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'array': {
      const list = /^\[(.*)\]$/s.exec(text)
      return list === null ? undefined : splitSchemaList(list[1] ?? '').map(readItem)
    }
    case 'string':
    case 'date':
    case 'select':
      return readSchemaValue(text, 'text')
  }
}

/** An item keeps the type that it is written in. */
function readItem(text: string): unknown {
  if (/^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false)$/.test(text)) return JSON.parse(text)
  return readSchemaValue(text, 'text')
}
