import { readFrontmatter } from '../../markdown/read/read-frontmatter.ts'
import { isNotePath, fileNameOf, typeFileName } from '../../model/note-path.ts'
import type { Advice } from '../../model/advice.ts'
import { VaultError } from '../../model/vault-error.ts'
import { createIgnoreRules, isIgnoredAnywhere } from '../../files/ignore-rules.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { isInNestedVault } from '../../files/walk-vault.ts'
import { findUntrusted } from '../../index-db/untrusted-notes.ts'
import { isUntrusted } from '../../model/is-untrusted.ts'
import { noteUri, readNoteUri } from './note-uri.ts'
import type { ResourceContext, ResourceText } from './resource.ts'

/** Clients put a resource into a model's context as it is: what is longer is read in parts. */
const mostBytes = 1_000_000

/** The whole file of a note. NOT_FOUND says nothing of whether there is a file that is no note. */
export async function readNoteResource(uri: string, ctx: ResourceContext): Promise<ResourceText> {
  const { vault, path } = await findNoteResource(uri, ctx)
  const file = await vault.files.read(path)
  if (file === null) throw await noSuchNote(uri, vault, path)
  const bytes = Buffer.byteLength(file.text)
  if (bytes > mostBytes) {
    throw new VaultError(
      'INVALID_ARGUMENT',
      `${path} is ${(bytes / 1_000_000).toFixed(1)} MB long, and a resource is read whole: up to 1 MB.`,
      {
        hint: { kind: 'read-resource-rest', path, vaultId: vault.id },
      },
    )
  }
  const { data } = readFrontmatter(file.text)
  return {
    mimeType: 'text/markdown',
    text: file.text,
    ...(file.isUtf8 && { contentHash: file.hash }),
    ...((isUntrusted(data) || (await isKnownDocument(vault, path))) && { untrusted: true }),
  }
}

async function isKnownDocument(vault: VaultContext, path: string): Promise<boolean> {
  if (!vault.index.isThere) return false
  const found = await vault.index.query(({ queries }) => findUntrusted(queries, [path])).catch(() => [])
  return found.length > 0
}

/** How a note looks, for who wants to know whether it has changed: its hash; null while there is none. */
export async function noteState(uri: string, ctx: ResourceContext): Promise<string | null> {
  try {
    const { vault, path } = await findNoteResource(uri, ctx)
    const found = await vault.files.look(path)
    return found.kind === 'file' ? found.hash : null
  } catch (error) {
    if (error instanceof VaultError) return null
    throw error
  }
}

async function findNoteResource(
  uri: string,
  { vaults }: ResourceContext,
): Promise<{ readonly vault: VaultContext; readonly path: string }> {
  const address = readNoteUri(uri)
  if (address === null) throw noSuchResource()
  const known = await vaults.find(address.vaultId)
  const vault = await vaults.open(known.id)
  // Names on disk may be typed one way and addresses, by who composes them, the other.
  for (const form of new Set([address.path, address.path.normalize('NFC'), address.path.normalize('NFD')])) {
    const path = await findNote(vault, form)
    if (path !== null) return { vault, path }
  }
  throw await noSuchNote(uri, vault, address.path)
}

/** The path under which the vault knows the note, links resolved; null for whatever is no note of this vault. */
async function findNote(vault: VaultContext, named: string): Promise<string | null> {
  const path = await canonical(vault, named)
  if (path === null || !isNotePath(path) || fileNameOf(path) === typeFileName) return null
  const rules = createIgnoreRules(vault.ignore, vault.nestedVaults)
  if (isIgnoredAnywhere(rules, path) || isInNestedVault(vault.root, path)) return null
  return (await vault.files.findFile(path)) === null ? null : path
}

async function canonical(vault: VaultContext, named: string): Promise<string | null> {
  try {
    return await vault.files.canonical(named)
  } catch (error) {
    if (error instanceof VaultError && isNoPath(error)) return null
    throw error
  }
}

/** A link may lead to where the system denies access: that counts as outside, too. */
function isNoPath({ code }: VaultError): boolean {
  return ['OUTSIDE_VAULT', 'INVALID_PATH', 'NOT_FOUND', 'PERMISSION_DENIED'].includes(code)
}

export function noSuchResource(): VaultError {
  return new VaultError('NOT_FOUND', 'There is no such resource.', {
    hint: 'resources/list shows the fixed ones; a note is flint-note://{vault_id}/notes/{+id}, each part of its id percent-encoded.',
  })
}

async function noSuchNote(uri: string, vault: VaultContext, path: string): Promise<VaultError> {
  await vault.index.settled()
  const { facts } = await vault.finder.notFound(path)
  const similar: unknown = Array.isArray(facts['similar']) ? facts['similar'][0] : null
  const hint: Advice =
    typeof similar === 'string'
      ? { kind: 'use-similar-resource', uri: noteUri(vault.id, similar) }
      : { kind: 'find-note', isSimilarTold: false }
  return new VaultError('NOT_FOUND', 'No note of this vault has that address.', { uri, hint })
}
