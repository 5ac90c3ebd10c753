import type { VaultSettings } from '../model/vault-config.ts'
import { defaultTemplateFormats, readObsidianSettings } from './read-obsidian-settings.ts'
import { readZkSettings } from './read-zk-settings.ts'

/**
 * What the other programs that keep this vault say of it. A vault that both Obsidian and zk keep follows Obsidian, and
 * zk where Obsidian is silent. Any other folder (Logseq, Foam, Dendron) is plain. Never throws for what a file says.
 */
export async function readVaultSettings(root: string): Promise<VaultSettings> {
  const [obsidian, zk] = await Promise.all([readObsidianSettings(root), readZkSettings(root)])
  return {
    kind: obsidian !== null ? 'obsidian' : zk !== null ? 'zk' : 'plain',
    ignore: [...(obsidian?.ignore ?? []), ...(zk?.ignore ?? [])],
    filename: obsidian !== null ? 'title' : 'slug',
    linkStyle: obsidian?.linkStyle ?? zk?.linkStyle ?? 'wikilink',
    linkPath: obsidian?.linkPath ?? 'shortest',
    attachmentsFolder: obsidian?.attachmentsFolder ?? null,
    dailyFolder: obsidian?.dailyFolder ?? zk?.dailyFolder ?? null,
    dailyFormat: obsidian?.dailyFormat ?? zk?.dailyFormat ?? null,
    dailyTemplate: obsidian?.dailyTemplate ?? zk?.dailyTemplate ?? null,
    templatesFolder: obsidian?.templatesFolder ?? zk?.templatesFolder ?? null,
    templateFormats: obsidian?.templateFormats ?? defaultTemplateFormats,
    zk: zk?.zk ?? null,
    problems: [...(obsidian?.problems ?? []), ...(zk?.problems ?? [])],
  }
}
