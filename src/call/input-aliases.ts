import { z } from 'zod'
import { VaultError } from '../model/vault-error.ts'
import { shapeOf, unwrap } from './schema-walk.ts'
import { isRecord } from '../model/is-record.ts'

/** Other names under which every tool takes a parameter, unless it has one of that name itself. */
const aliases = { path: 'identifier', expected_content_hash: 'content_hash' } as const

/** The arguments under the names of the schema, in the items of a batch too. Giving both names is an error. */
export function normaliseAliases(schema: z.core.$ZodType, args: unknown, at = ''): unknown {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray && Array.isArray(args)) {
    return args.map((item: unknown, index) => normaliseAliases(inner.element, item, `${at}[${index}].`))
  }
  if (!(inner instanceof z.ZodObject) || !isRecord(args)) return args
  const shape = shapeOf(inner)
  const entries = Object.entries(args).map(([key, value]): [string, unknown] => {
    const name = ownName(shape, key)
    if (name !== key && Object.hasOwn(args, name)) throw bothGiven(`${at}${key}`, `${at}${name}`)
    const below = shape[name]
    return [name, below === undefined ? value : normaliseAliases(below, value, `${at}${name}`)]
  })
  return Object.fromEntries(entries)
}

function ownName(shape: Readonly<Record<string, unknown>>, key: string): string {
  if (Object.hasOwn(shape, key)) return key
  const [, name = key] = Object.entries(aliases).find(([alias]) => alias === key) ?? []
  return Object.hasOwn(shape, name) ? name : key
}

function bothGiven(alias: string, name: string): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    `\`${alias}\` and \`${name}\` are two names of one parameter: give one of them.`,
    { parameters: [alias, name] },
  )
}
