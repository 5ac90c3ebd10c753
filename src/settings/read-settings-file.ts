import { join } from 'node:path'
import { readText, readTextWithin } from '../files/read-text.ts'
import type { VaultPlace } from '../model/known-vault.ts'

/**
 * The text of a settings file in a vault; null where there is none. The owner of a registered vault may keep it elsewhere
 * and link to it; of any other vault it has to lie in the folder.
 */
export async function readSettingsFile(
  { root, registered }: VaultPlace,
  path: string,
): Promise<string | null> {
  return registered ? await readText(join(root, path)) : await readTextWithin(root, path)
}
