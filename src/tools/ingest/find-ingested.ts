import type { VaultContext } from '../../vault/vault-context.ts'

/** The notes that were made of a source: by its address or path in their frontmatter, else by the very same bytes. */
export async function findIngested(
  vault: VaultContext,
  { keys, hash }: { readonly keys: readonly string[]; readonly hash: string | null },
): Promise<readonly string[]> {
  // What was ingested before must be known: a second note could not be taken back.
  if (vault.index.freshness.state !== 'ready') await vault.index.refresh('')
  const byKey = await findByProperty(vault, 'source', keys)
  if (byKey.length > 0 || hash === null) return byKey
  return await findByProperty(vault, 'source_hash', [hash])
}

async function findByProperty(
  vault: VaultContext,
  key: string,
  values: readonly string[],
): Promise<readonly string[]> {
  const found = await vault.index.query(({ queries }) =>
    queries
      .selectFrom('note')
      .innerJoin('property as own', 'own.note', 'note.id')
      .innerJoin('property as kind', 'kind.note', 'note.id')
      // A part that was moved into a note of its own names its source, too, but was read from none.
      .innerJoin('property as hash', 'hash.note', 'note.id')
      .where('hash.key', '=', 'source_hash')
      .where('own.key', '=', key)
      .where('own.value', 'in', [...values])
      .where('kind.key', '=', 'source_type')
      .where('kind.value', '=', 'ingested')
      .select('note.path')
      .distinct()
      .orderBy('note.path')
      .execute()
      .then((rows) => rows.map(({ path }) => path)),
  )
  // One that was just deleted by hand may still be indexed.
  const present: string[] = []
  for (const path of found) if (await vault.files.exists(path)) present.push(path)
  return present
}
