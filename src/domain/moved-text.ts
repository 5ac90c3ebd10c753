import { hashOf } from '../files/hash-file.ts'
import { documentNote, documentText, isDocument } from '../markdown/read/document-note.ts'
import { readFrontmatter } from '../markdown/read/read-frontmatter.ts'
import { sourceKey } from '../model/source-key.ts'
import { isRawDocument } from '../vault/raw-path.ts'
import type { VaultContext } from '../vault/vault-context.ts'

/**
 * The text of a Markdown file at the place it moves to. One in raw/ that was ingested is another's words: as a note elsewhere
 * it says where it is from, and back in raw/ it is what it was.
 */
export async function movedText(
  vault: VaultContext,
  from: string,
  to: string,
  text: string,
): Promise<string> {
  if (isRawDocument(from) === isRawDocument(to)) return text
  if (isRawDocument(to)) return documentText(text) ?? text
  if (isDocument(readFrontmatter(text).data)) return text
  const source = sourceKey(from)
  const ingested = await ingestedAt(vault, [source, hashOf(Buffer.from(text))])
  return ingested === null ? text : documentNote(text, { source, ingested: ingested.at })
}

/** When a note was made of a source, which it names or whose bytes it had. */
async function ingestedAt(
  vault: VaultContext,
  names: readonly string[],
): Promise<{ readonly at: string | null } | null> {
  const found = await vault.index.queryWhole(({ queries }) =>
    queries
      .selectFrom('property as own')
      .innerJoin('property as kind', 'kind.note', 'own.note')
      .innerJoin('property as hash', 'hash.note', 'own.note')
      .leftJoin('property as date', (join) =>
        join.onRef('date.note', '=', 'own.note').on('date.key', '=', 'ingested'),
      )
      .where('kind.key', '=', 'source_type')
      .where('kind.value', '=', 'ingested')
      .where('hash.key', '=', 'source_hash')
      .where('own.key', 'in', ['source', 'source_hash'])
      .where('own.value', 'in', [...names])
      .select('date.value as at')
      .executeTakeFirst(),
  )
  return found ?? null
}
