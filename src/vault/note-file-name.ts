import { legalFileName } from '../markdown/text/legal-file-name.ts'
import { slugify } from '../markdown/text/slugify.ts'
import type { VaultSettings } from '../model/vault-settings.ts'

/** The file name for a note with this title by the vault's own rule. */
export function noteFileName(title: string, { filename, zk }: VaultSettings): string {
  return `${legalFileName(filename === 'title' ? title : slugify(title, zk?.language))}.md`
}
