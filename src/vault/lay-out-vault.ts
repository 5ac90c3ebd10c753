import type { VaultId } from '../model/ids.ts'
import { defaultNoteTypes } from './default-note-types.ts'
import { ownGitignore } from '../files/own-places.ts'
import { renderVaultConfig } from '../settings/render-vault-config.ts'
import { fillMetadata } from '../markdown/types/fill-metadata.ts'
import { renderNoteTypeFile } from '../markdown/types/note-type-file.ts'
import { renderFrontmatter } from '../markdown/edit/render-frontmatter.ts'
import { folderOf, isInside, typeFileName } from '../model/note-path.ts'
import { VaultFiles } from '../files/vault-files.ts'
import { welcomeNote } from './welcome-note.ts'
import { zkLayout } from './zk-layout.ts'

/** Which folders a new vault begins with. */
export type NewVaultTypes = 'default' | 'zk' | 'none'

/** Writes the first files of a new vault. Existing files are not touched. */
export async function layOutVault(
  root: string,
  vault: {
    readonly id: VaultId
    readonly name: string
    readonly description: string
    readonly types: NewVaultTypes
  },
  now: Date,
): Promise<void> {
  const isOfPrograms = (path: string) => ['.flint-note', '.zk'].some((folder) => isInside(path, folder))
  const files = new VaultFiles(root, undefined, isOfPrograms)
  const add = async (path: string, text: string) => {
    if (await files.exists(path)) return
    await files.create(path, text)
    await files.syncFolders([folderOf(path)])
  }
  await add('.flint-note/config.yml', renderVaultConfig(vault))
  await add(ownGitignore.path, ownGitignore.text)
  if (vault.types === 'none') return
  if (vault.types === 'zk') {
    for (const folder of zkLayout.folders) await files.makeFolder(folder)
    for (const [path, text] of Object.entries(zkLayout.files)) await add(path, text)
    return
  }
  for (const type of defaultNoteTypes) await add(`${type.name}/${typeFileName}`, renderNoteTypeFile(type))
  const { path, title, body } = welcomeNote({ name: vault.name, types: defaultNoteTypes })
  const type = folderOf(path)
  const metadata = fillMetadata({ title, type, tags: [], given: {}, schema: [], isZk: false, now })
  await add(path, `${renderFrontmatter(metadata)}\n${body}`)
}
