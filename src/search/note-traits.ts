import { noteTraits, type NoteTrait } from '../index-db/note-filter.ts'

/** What `is:` and `has:` may ask of a note. */
export type QueryTrait = NoteTrait | 'orphan' | 'broken-links'

const traits: ReadonlyMap<string, QueryTrait> = new Map<string, QueryTrait>([
  ...noteTraits.map((trait) => [trait, trait] as const),
  ['orphan', 'orphan'],
  ['broken-links', 'broken-links'],
  // Other ways to say them.
  ['task', 'tasks'],
  ['todo', 'open-tasks'],
  ['open', 'open-tasks'],
  ['link', 'links'],
  ['backlink', 'backlinks'],
  ['tag', 'tags'],
  ['url', 'urls'],
  ['tagged', 'tags'],
])

/** Null for what is no trait: then it is a word like others. */
export function readTrait(text: string): QueryTrait | null {
  return traits.get(text.toLowerCase()) ?? null
}
