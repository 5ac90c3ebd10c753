import { getNote } from '../../tools/notes/get-note.ts'
import { listNotes } from '../../tools/notes/list-notes.ts'
import { searchNotes } from '../../tools/search/search-notes.ts'
import type { Cli } from '../cli.ts'
import type { Picked, PickedNote } from './picked-note.ts'
import { runPicker } from './run-picker.ts'

const quiet = { isQuiet: true } as const
const mostFound = 50

/** Lets a person choose among the notes of the vaults that are named, or of all. */
export async function pickNote(typed: string, cli: Cli): Promise<Picked> {
  const everywhere = cli.isVaultNamed ? {} : { vault_id: '*' }
  const fields = ['id', 'title']
  return await runPicker(
    {
      typed,
      async find(words) {
        const query = asTyped(words)
        if (query === '') {
          const data = await cli.call(
            listNotes,
            { ...everywhere, fields, recent: mostFound, limit: mostFound },
            quiet,
          )
          return data.notes.map((note) => toPicked(note, data.vault?.id))
        }
        const data = await cli.call(searchNotes, { ...everywhere, fields, query, limit: mostFound }, quiet)
        return data.results.map((note) => toPicked(note, data.vault?.id))
      },
      preview: async (note) => await previewOf(note, cli),
    },
    cli,
  )
}

/** Lets a person choose among the notes that have the same name. */
export async function pickAmong(notes: readonly PickedNote[], cli: Cli): Promise<Picked> {
  return await runPicker(
    {
      typed: '',
      async find(words) {
        const parts = words.toLowerCase().split(/\s+/)
        return await Promise.resolve(
          notes.filter(({ path, title }) =>
            parts.every((part) => `${path} ${title}`.toLowerCase().includes(part)),
          ),
        )
      },
      preview: async (note) => await previewOf(note, cli),
    },
    cli,
  )
}

/** The last word may still be going on. */
function asTyped(words: string): string {
  const query = words.trim()
  return /[\p{L}\p{N}]{2,}$/u.test(words) ? `${query}*` : query
}

interface Found {
  readonly id?: string | undefined
  readonly title?: string | undefined
  readonly vault_id?: string | undefined
}

function toPicked({ id = '', title = id, vault_id: vault }: Found, only: string | undefined): PickedNote {
  return { vault: vault ?? only ?? '', vaultName: vault ?? null, path: id, title }
}

async function previewOf({ vault, path }: PickedNote, cli: Cli): Promise<string> {
  const part = { max_chars: 4_000, fields: ['content'] }
  const { content = '' } = await cli.call(
    getNote,
    { identifier: path, ...(vault !== '' && { vault_id: vault }), ...part },
    quiet,
  )
  return content
}
