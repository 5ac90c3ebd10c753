import { z } from 'zod'
import { contentStart } from '../../model/note-content.ts'
import { VaultError } from '../../model/vault-error.ts'
import { getNoteInfo } from '../../tools/notes/get-note-info.ts'
import { getNote } from '../../tools/notes/get-note.ts'
import { withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { findNote } from '../note-file.ts'
import { withoutControls } from '../plain-text.ts'
import { describeInfo } from './describe-info.ts'

const input = z.object({
  note: z.string().optional(),
  section: z.string().optional(),
  lines: z.string().optional(),
  info: z.boolean().default(false),
  path: z.boolean().default(false),
})

/** `flint show NOTE` */
export async function show(given: unknown, cli: Cli): Promise<Outcome> {
  const { note, section, lines, info, path } = input.parse(given)
  if (path) {
    const { file, ...found } = await findNote(note, cli)
    return { data: { id: found.path, vault_id: found.vault, file }, text: file }
  }
  if (info) {
    const data = await withNote(note, cli, async (named) => cli.call(getNoteInfo, named))
    return { data, text: describeInfo(data, cli) }
  }
  const part = { ...(section !== undefined && { section }), ...(lines !== undefined && readLines(lines)) }
  const data = await withNote(note, cli, async (named) =>
    cli.call(getNote, { ...named, max_chars: 500_000, ...part }),
  )
  const read = data
  const isCut = read.rest !== undefined || read.truncated !== undefined
  const isWhole = section === undefined && lines === undefined
  const text = isCut && isWhole ? await readWhole(read.vault.id, read.id ?? '', cli) : (read.content ?? '')
  if (isCut && !isWhole && !cli.isJson) cli.say(read.truncated ?? read.rest ?? '')
  // A pipe gets what the note holds; a terminal must not obey its control characters.
  return { data, text: cli.terminal.isWatched ? withoutControls(text) : text }
}

/** `10-20`, `10-`, `10`, `-5`: as line arguments for `get_note`. */
function readLines(text: string): { readonly start_line: number; readonly end_line?: number } {
  const [, first, dash, last] = /^(\d+)(-?)(\d*)$/.exec(text) ?? []
  if (/^-\d+$/.test(text)) return { start_line: Number(text) }
  if (first === undefined) {
    throw new VaultError('INVALID_ARGUMENT', `"${text}" names no lines.`, {
      hint: 'Use --lines 10-20, --lines 10- for the rest, or --lines=-5 for the last five.',
    })
  }
  const start = Number(first)
  if (dash === '') return { start_line: start, end_line: start }
  return { start_line: start, ...(last !== undefined && last !== '' && { end_line: Number(last) }) }
}

/** Agents get a long note in parts; a person who asks for it gets all of it. */
async function readWhole(vaultId: string, id: string, cli: Cli): Promise<string> {
  const { hub } = await cli.app()
  const vault = await hub.open((await hub.find(vaultId)).id)
  const { file, facts } = await vault.notes.read(id)
  return file.text.slice(contentStart(file.text, facts.frontmatter).offset)
}
