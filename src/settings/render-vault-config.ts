import type { VaultId } from '../model/ids.ts'

/** The config that a new vault is given: short, since every key that it leaves out has a default. */
export function renderVaultConfig(vault: {
  readonly id: VaultId
  readonly name: string
  readonly description: string
}): string {
  return [
    '# What flint knows about this vault. It travels with the notes, so commit it.',
    '# Every other setting has a default: see vault-config.example.yml of flint-note.',
    `vault_id: ${quote(vault.id)}`,
    `name: ${quote(vault.name)}`,
    `description: ${quote(vault.description)}`,
    '',
    '# May agents write here, and may they delete? These are the defaults; others are deny, and write: ask.',
    '# permissions:',
    '#   write: allow',
    '#   destructive: ask',
    '',
  ].join('\n')
}

/** Every JSON string is a YAML string. */
function quote(text: string): string {
  return JSON.stringify(text)
}
