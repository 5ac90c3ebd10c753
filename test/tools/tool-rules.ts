import { toolOutputSchema, toolSchema } from '../../src/call/tool-schema.ts'
import type { Tool } from '../../src/call/tool.ts'
import { coreTools, isCoreTool } from '../../src/call/toolset.ts'

/** What every tool must be, so that any client can use it; a sentence for each rule that this one breaks. */
export function brokenRules(tool: Tool): readonly string[] {
  const { name, description, title, annotations, paged, isDestructive } = tool
  const schema = toolSchema(tool)
  const parts = [...walk(schema, '')]
  const properties: object = (schema['properties'] as object | undefined) ?? {}
  const isWriting = !annotations.readOnlyHint
  const rules: readonly (readonly [boolean, string])[] = [
    [/^[a-z][a-z0-9_]{2,39}$/.test(name), 'the name is snake_case of at most 40 characters'],
    [title.length > 0 && title.length <= 60, 'the title is short'],
    [description.length >= 30 && description.length < 300, 'the description takes 30 to 300 characters'],
    [schema['additionalProperties'] === false, 'unknown keys are errors'],
    [!topLevelUnions.some((key) => key in schema), 'the input is flat: no union at the top'],
    [!('$schema' in schema), 'the input names no dialect'],
    ...parts.map(({ at, part }) => [!('$ref' in part), `no reference in ${at}`] as const),
    ...parts.map(({ at, part }) => [isBounded(part), `the number ${at} has bounds`] as const),
    ...parts.flatMap(({ at, part }) => describedProperties(at, part)),
    [
      annotations.readOnlyHint !== annotations.destructiveHint || isWriting,
      'what only reads destroys nothing',
    ],
    [annotations.destructiveHint === isDestructive || isWriting, 'annotations say that it is destructive'],
    [!isDestructive || annotations.destructiveHint, 'what must be confirmed says that it is destructive'],
    [isWriting || !('dry_run' in properties || 'confirm' in properties), 'a reading tool needs no dry run'],
    [
      paged === null || isListOf(toolOutputSchema(tool), paged.list),
      'the list that is paged is in the output',
    ],
    ...(paged?.names ?? []).map(
      (key) => [hasItemKey(toolOutputSchema(tool), paged?.list ?? '', key), `items have ${key}`] as const,
    ),
    [!isCoreTool(name) || coreTools[name] === tool.toolset, 'the core preset knows its toolset'],
  ]
  return rules.filter(([holds]) => !holds).map(([, rule]) => rule)
}

const topLevelUnions = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'enum']

type Part = Readonly<Record<string, unknown>>

function* walk(schema: unknown, at: string): Generator<{ readonly at: string; readonly part: Part }> {
  if (typeof schema !== 'object' || schema === null) return
  if (!Array.isArray(schema)) yield { at, part: schema as Part }
  for (const [key, value] of Object.entries(schema)) yield* walk(value, `${at}/${key}`)
}

function isBounded({ type, minimum, maximum }: Part): boolean {
  if (type !== 'integer' && type !== 'number') return true
  return [minimum, maximum].every(
    (bound) => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER,
  )
}

function describedProperties(at: string, { type, properties }: Part): (readonly [boolean, string])[] {
  if (type !== 'object' || typeof properties !== 'object' || properties === null) return []
  return Object.entries(properties as Record<string, Part>).map(([key, property]) => [
    typeof property['description'] === 'string' && property['description'].length > 4,
    `${at}/${key} is described`,
  ])
}

function hasItemKey(output: Part, list: string, key: string): boolean {
  const { items } = (output['properties'] as Readonly<Record<string, Part>>)[list] ?? {}
  return key in ((items as Part)['properties'] as Part)
}

function isListOf(output: Part, list: string): boolean {
  const properties = output['properties'] as Readonly<Record<string, Part>>
  return properties[list]?.['type'] === 'array'
}
