import { setTimeout as delay } from 'node:timers/promises'
import { listNotes } from '../../tools/notes/list-notes.ts'
import { searchNotes } from '../../tools/search/search-notes.ts'
import type { Cli } from '../cli.ts'
import type { Picked, PickedNote } from './picked-note.ts'
import { runPicker } from './run-picker.ts'

const quiet = { isQuiet: true } as const
const mostFound = 20
/** Long enough that somebody who goes on typing is not kept waiting. */
const pauseMs = 200

/** Lets a person choose among the notes of the vaults that are named, or of all. */
export async function pickNote(typed: string, cli: Cli): Promise<Picked> {
  const everywhere = cli.named.isAny ? {} : { vault_id: '*' }
  const fields = ['id', 'title']
  return await runPicker(
    {
      typed,
      async find(words, { show, isMeant }) {
        const query = asTyped(words)
        if (query === '') {
          const newest = { recent: mostFound, limit: mostFound }
          const data = await cli.call(listNotes, { ...everywhere, fields, ...newest }, quiet)
          show(data.notes.map((note) => toPicked(note, data.vault?.id)))
          return
        }
        const search = async (mode: 'keyword' | 'auto') => {
          const args = { ...everywhere, fields, query, mode, limit: mostFound }
          const data = await cli.call(searchNotes, args, quiet)
          show(data.results.map((note) => toPicked(note, data.vault?.id)))
        }
        // Words answer while one types; meaning joins them, in the order of flint search, once one pauses.
        await search('keyword')
        await delay(pauseMs)
        if (isMeant()) await search('auto')
      },
    },
    cli,
  )
}

/** Lets a person choose among the notes that have the same name. */
export async function pickAmong(notes: readonly PickedNote[], cli: Cli): Promise<Picked> {
  return await runPicker(
    {
      typed: '',
      async find(words, { show }) {
        const parts = words.toLowerCase().split(/\s+/)
        const isFitting = ({ path, title }: PickedNote) =>
          parts.every((part) => `${path} ${title}`.toLowerCase().includes(part))
        show(await Promise.resolve(notes.filter(isFitting)))
      },
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
