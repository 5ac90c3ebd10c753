import type { IndexQueries } from './index-reader.ts'
import { sql } from './kysely.ts'

/** Whether any note of the vault says that its text came from outside. */
export async function hasUntrustedNotes(queries: IndexQueries): Promise<boolean> {
  const { rows } = await sql<{ readonly found: number }>`SELECT EXISTS (
    SELECT 1 FROM property WHERE (key = 'source_type' AND value = 'ingested') OR (key = 'untrusted' AND value = 'true')
  ) AS found`.execute(queries)
  return rows[0]?.found === 1
}
