import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { spelledOnDisk } from '../files/spelled-on-disk.ts'
import type { VaultPlace } from '../model/known-vault.ts'
import { usualTags } from '../model/tag-style.ts'
import { folderOf } from '../model/note-path.ts'
import type { NamingRule } from '../model/program-name.ts'
import type { VaultSettings, ZkNoteRule } from '../model/vault-settings.ts'
import { defaultTemplateFormats, readObsidianSettings } from './read-obsidian-settings.ts'
import { readZkSettings } from './read-zk-settings.ts'
import { usableDaily } from './usable-daily.ts'

export const logseqConfig = 'logseq/config.edn'

/**
 * What the other programs that keep this vault say of it. A vault that both Obsidian and zk keep follows Obsidian, and
 * zk where Obsidian is silent. Any other folder (Logseq, Foam, Dendron) is plain; Logseq's own folder, with its backups of
 * pages, is left out. Never throws for what a file says.
 */
export async function readVaultSettings(place: VaultPlace): Promise<VaultSettings> {
  const [obsidian, zk, isLogseq] = await Promise.all([
    readObsidianSettings(place),
    readZkSettings(place),
    isFile(join(place.root, logseqConfig)),
  ])
  const { problems: unusable, ...daily } = usableDaily(place.root, {
    folder: obsidian?.daily.folder ?? zk?.daily.folder ?? null,
    format: obsidian?.daily.format ?? zk?.daily.format ?? null,
    template: obsidian?.daily.template ?? zk?.daily.template ?? null,
  })
  // Notes are compared with these folders by their paths.
  const spelled = (folder: string | null) => (folder === null ? null : spelledOnDisk(place.root, folder))
  return {
    kind: obsidian !== null ? 'obsidian' : zk !== null ? 'zk' : 'plain',
    ignore: [...(zk?.ignore ?? []), ...(isLogseq ? [folderOf(logseqConfig)] : [])],
    excluded: obsidian?.excluded ?? [],
    filename: obsidian !== null ? 'title' : 'slug',
    linkStyle: obsidian?.linkStyle ?? zk?.linkStyle ?? 'wikilink',
    linkDropsExtension: obsidian === null && zk?.linkDropsExtension === true,
    linkPath: obsidian?.linkPath ?? 'shortest',
    newNoteFolder: obsidian?.newNoteFolder ?? (zk === null ? null : ''),
    attachmentsFolder: obsidian?.attachmentsFolder ?? null,
    ...daily,
    dailyFolder: spelled(daily.dailyFolder),
    dailyTemplate: spelled(daily.dailyTemplate),
    dailyProblems: [...(obsidian?.dailyProblems ?? []), ...unusable],
    templatesFolder: spelled(obsidian?.templatesFolder ?? zk?.templatesFolder ?? null),
    templateFormats: obsidian?.templateFormats ?? defaultTemplateFormats,
    tagStyle: obsidian === null && zk !== null ? zk.tagStyle : usualTags,
    naming:
      obsidian !== null ? null : zk !== null ? idInNames(zk.zk) : isLogseq ? { kind: 'namespace' } : null,
    zk: zk?.zk ?? null,
    zkFault: zk?.zkFault ?? null,
    problems: [...(obsidian?.problems ?? []), ...(zk?.problems ?? []), ...unusable],
  }
}

/** A file that is called by its id alone is found by its name. */
function idInNames({ filename, id }: ZkNoteRule): NamingRule | null {
  return /^\{\{\s*id\s*\}\}./.test(filename ?? '') ? { kind: 'id', ...id } : null
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() === true
}
