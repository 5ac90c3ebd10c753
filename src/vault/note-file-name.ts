import { legalFileName } from '../markdown/text/legal-file-name.ts'
import { slugify } from '../markdown/text/slugify.ts'
import type { VaultSettings } from '../model/vault-config.ts'

/** What the vault's own rule calls the file of a note with this title. */
export function noteFileName(title: string, { filename }: Pick<VaultSettings, 'filename'>): string {
  return `${legalFileName(filename === 'title' ? title : slugify(title))}.md`
}
