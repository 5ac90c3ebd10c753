import { schemaGuide } from '../../search/sql/public-schema.ts'
import type { Resource } from './resource.ts'

export const sqlSchema: Resource = {
  uri: 'flint-note://sql-schema',
  name: 'sql-schema',
  title: 'SQL schema',
  description: 'Tables and columns that search_notes_sql reads, with examples.',
  mimeType: 'text/markdown',
  isOfActiveVault: false,
  read: () => Promise.resolve(schemaGuide),
}
