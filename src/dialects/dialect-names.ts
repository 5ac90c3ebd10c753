import { nearest } from '../model/nearest.ts'
import { VaultError } from '../model/vault-error.ts'

/** The servers whose tools flint can offer in the place of its own. */
export const dialectNames = ['flint-note', 'kiln', 'notes-app', 'obsidian-vault-mcp'] as const

export type DialectName = (typeof dialectNames)[number]

/** INVALID_ARGUMENT for a name that none of them has. */
export function checkDialect(name: string): DialectName {
  const found = dialectNames.find((known) => known === name)
  if (found !== undefined) return found
  const [meant] = nearest(name, dialectNames)
  throw new VaultError(
    'INVALID_ARGUMENT',
    `There is no dialect "${name}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    { dialect: name, known: dialectNames, hint: `Dialects are ${dialectNames.join(', ')}.` },
  )
}
