import { z } from 'zod'
import { createNote } from '../../tools/notes/create-note.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { fileOf } from '../root-of.ts'
import { editorOf, openNew } from '../open-in-editor.ts'
import { oneLine } from '../plain-text.ts'
import { readAll } from '../read-all.ts'
import { defined } from '../../model/defined.ts'

const input = z.object({
  title: z.array(z.string()).default([]),
  type: z.string().optional(),
  dir: z.string().optional(),
  folder: z.string().optional(),
  template: z.string().optional(),
  tag: z.array(z.string()).optional(),
  edit: z.boolean().default(true),
})

/** `flint new TITLE…`: makes a note, opens it where a person is at the terminal, and prints its path. */
export async function newNote(given: unknown, cli: Cli): Promise<Outcome> {
  const { title, type, folder, dir = folder, template, tag, edit } = input.parse(given)
  const piped = cli.streams.stdin.isTTY === true ? '' : await readAll(cli.streams.stdin)
  const data = await cli.call(createNote, {
    ...(title.length > 0 && { title: title.join(' ') }),
    ...defined({ type, directory: dir, template }),
    ...(tag !== undefined && { tags: tag.map((name) => name.replace(/^#/, '')) }),
    ...(piped.trim() !== '' && { content: piped }),
  })
  const path = 'path' in data ? (data.path ?? '') : ''
  const file = await fileOf(cli, data.vault.id, path)
  if (!cli.isJson) {
    for (const warning of ('warnings' in data ? data.warnings : undefined) ?? []) cli.say(oneLine(warning))
    for (const near of ('similar_notes' in data ? data.similar_notes : undefined) ?? [])
      cli.say(`Like it: ${oneLine(near.path)} (${near.reason})`)
  }
  const opens = edit && cli.terminal.canAsk && cli.terminal.isWatched && !cli.isJson
  const ended =
    opens && editorOf(cli) !== null ? await openNew({ vault: data.vault.id, file }, cli) : { text: file }
  return { data: { ...data, file }, isRaw: true, ...ended }
}
