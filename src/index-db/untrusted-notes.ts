import type { IndexQueries } from './index-reader.ts'
import { sql } from 'kysely'
import { KeptQuery } from './kept-query.ts'

/** Whether any note of the vault is marked as coming from outside. */
export async function hasUntrustedNotes(queries: IndexQueries): Promise<boolean> {
  const { rows } = await sql<{ readonly found: number }>`SELECT EXISTS (
    SELECT 1 FROM property WHERE (key = 'source_type' AND value = 'ingested') OR (key = 'untrusted' AND value = 'true')
  ) AS found`.execute(queries)
  return rows[0]?.found === 1
}

/**
 * Those of these paths whose notes are marked as coming from outside, or that are byte for byte a document from which a
 * note was made, wherever it lies now.
 */
export async function findUntrusted(
  queries: IndexQueries,
  paths: readonly string[],
): Promise<readonly string[]> {
  const rows = await untrusted.run(queries, { paths: JSON.stringify(paths) })
  return rows.map(({ path }) => path)
}

const untrusted = new KeptQuery(['paths'], (queries, { paths }) =>
  sql<{ readonly path: string }>`
    SELECT path FROM note WHERE path IN (SELECT value FROM json_each(${paths}))
      AND (EXISTS (SELECT 1 FROM property p WHERE p.note = note.id
        AND ((p.key = 'source_type' AND p.value = 'ingested') OR (p.key = 'untrusted' AND p.value = 'true')))
        OR EXISTS (SELECT 1 FROM property s WHERE s.key = 'source_hash' AND s.value = note.hash))`.compile(
    queries,
  ),
)

/** Those of these hashes of files from which a note was made. */
export async function findDocumentHashes(
  queries: IndexQueries,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await documents.run(queries, { hashes: JSON.stringify(hashes) })
  return new Set(rows.map(({ hash }) => hash))
}

const documents = new KeptQuery(['hashes'], (queries, { hashes }) =>
  sql<{ readonly hash: string }>`SELECT value AS hash FROM json_each(${hashes})
    WHERE EXISTS (SELECT 1 FROM property s WHERE s.key = 'source_hash' AND s.value = json_each.value)`.compile(
    queries,
  ),
)

/** Whether any note was made of a document. */
export async function hasDocuments(queries: IndexQueries): Promise<boolean> {
  const [row] = await anyDocument.run(queries, {})
  return row?.found === 1
}

const anyDocument = new KeptQuery([], (queries) =>
  sql<{
    readonly found: number
  }>`SELECT EXISTS (SELECT 1 FROM property WHERE key = 'source_hash') AS found`.compile(queries),
)
