import type { FieldConstraints, MetadataField } from '../../model/metadata-schema.ts'
import { VaultError } from '../../model/vault-error.ts'
import { isAbsent } from './check-metadata.ts'
import { checkValue, isScalar } from './check-value.ts'
import { linearPattern } from '../text/linear-pattern.ts'
import { readSchemaLine } from './read-schema-line.ts'
import { writeSchemaValue } from './schema-values.ts'

/**
 * The line of a metadata schema that reads back as this very field. Fails with `VALIDATION_FAILED` when the field
 * contradicts itself, or cannot be written in one line.
 *
 *     renderSchemaLine({ name: 'rating', type: 'number', required: true, description: 'Stars', constraints: { max: 5 } })
 *     // '- rating: Stars (required, number, max: 5)'
 */
export function renderSchemaLine(field: MetadataField): string {
  const problem = findProblem(field)
  if (problem !== null) throw refusal(field, problem)
  const attributes = [
    field.required ? 'required' : 'optional',
    field.type,
    ...renderConstraints(field.constraints ?? {}),
    ...(field.default === undefined ? [] : [`default: ${JSON.stringify(field.default)}`]),
  ].join(', ')
  const name = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u.test(field.name) ? field.name : `\`${field.name}\``
  const description = oneLine(field.description)
  const line = `- ${name}: ${description === '' ? '' : `${description} `}(${attributes})`
  const read = readSchemaLine(line)
  if (read?.field.name !== field.name || read.field.description !== description || read.problems.length > 0) {
    throw refusal(field, 'its description reads as attributes; write it without parentheses.')
  }
  return line
}

function renderConstraints({ min, max, pattern, options }: FieldConstraints): readonly string[] {
  return [
    ...(min === undefined ? [] : [`min: ${min}`]),
    ...(max === undefined ? [] : [`max: ${max}`]),
    ...(pattern === undefined ? [] : [`pattern: ${writeSchemaValue(pattern, 'pattern')}`]),
    ...(options === undefined
      ? []
      : [`options: [${options.map((option) => writeSchemaValue(option, 'text')).join(', ')}]`]),
  ]
}

function findProblem(field: MetadataField): string | null {
  const { min, max, pattern, options } = field.constraints ?? {}
  if (!/^[^`\n\r]+$/.test(field.name) || field.name !== field.name.trim()) {
    return 'a name is one line without backticks, and without spaces around it.'
  }
  if (min !== undefined && max !== undefined && min > max) return 'min is greater than max.'
  if (pattern !== undefined) {
    if (/[\n\r]/.test(pattern)) return 'its pattern must be one line.'
    const check = linearPattern(pattern)
    if (check.kind === 'problem') return `its pattern cannot be used, ${check.message}.`
  }
  if (field.type === 'select' && (options === undefined || options.length === 0))
    return 'a select needs options.'
  if (field.default === undefined) return null
  if (field.required && isAbsent(field.default))
    return 'its default is empty, which in a required field counts as missing: make it optional, or leave the default out.'
  if (Array.isArray(field.default) && !field.default.every(isScalar))
    return 'a default list holds texts and numbers.'
  const { errors, value } = checkValue(field, field.default)
  if (errors.length > 0) return `its default is not allowed by itself: ${errors.join(' ')}`
  return value === field.default ? null : `its default must be written as a ${field.type}.`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function refusal(field: MetadataField, problem: string): VaultError {
  return new VaultError(
    'VALIDATION_FAILED',
    `The field \`${field.name}\` cannot be in a schema: ${problem}`,
    {
      field: field.name,
    },
  )
}
