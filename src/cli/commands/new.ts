import { createNote } from '../../tools/notes/create-note.ts'
import { readFrontmatter } from '../../markdown/read/read-frontmatter.ts'
import { readYaml } from '../../markdown/read/read-yaml.ts'
import { defined } from '../../model/defined.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { fileOf } from '../file-of.ts'
import { editorOf, openNew } from '../open-in-editor.ts'
import { oneLine, plainPath } from '../plain-text.ts'
import { readAll } from '../read-all.ts'

/** `flint new TITLE…`: makes a note, opens it where a person is at the terminal, and prints its path. */
export async function newNote(given: Given<'new'>, cli: Cli): Promise<Outcome> {
  const { type, folder, dir = folder, template, tag, edit } = given
  const set = readFields(given.set ?? [])
  const piped = takeApart(cli.streams.stdin.isTTY === true ? '' : await readAll(cli.streams.stdin))
  const metadata = { ...piped.metadata, ...set }
  const title = given.title.length > 0 ? given.title.join(' ') : metadata['title']
  const data = await cli.call(createNote, {
    ...(isName(title) && { title: `${title}` }),
    ...defined({ type, directory: dir, template, tags: tag?.map((name) => name.replace(/^#/, '')) }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(piped.content.trim() !== '' && { content: piped.content }),
  })
  const path = 'path' in data ? (data.path ?? '') : ''
  const file = await fileOf(cli, data.vault.id, path)
  for (const warning of ('warnings' in data ? data.warnings : undefined) ?? []) cli.tell(oneLine(warning))
  for (const near of ('similar_notes' in data ? data.similar_notes : undefined) ?? [])
    cli.tell(`Like it: ${plainPath(near.path)} (${near.reason})`)
  const opens = edit && cli.canAsk && cli.terminal.isWatched
  const ended =
    opens && editorOf(cli) !== null ? await openNew({ vault: data.vault.id, file }, cli) : { text: file }
  return { data: { ...data, file }, isRaw: true, ...ended }
}

type Metadata = Readonly<Record<string, unknown>>

/** `KEY=VALUE`, each value as YAML: `--set rating=5 --set 'authors=[Ada, Grace]'`. */
function readFields(pairs: readonly string[]): Metadata {
  return Object.fromEntries(
    pairs.map((pair): [string, unknown] => {
      const [, key = '', written = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? []
      if (key.trim() === '') {
        throw new VaultError('INVALID_ARGUMENT', `--set takes KEY=VALUE, not "${oneLine(pair)}".`, {
          hint: "As in --set rating=5 or --set 'authors=[Ada, Grace]'.",
        })
      }
      const { data, problem } = readYaml(`value: ${written}`)
      // YAML takes what is behind # for a comment, and there may be only this key.
      if (problem !== null || Object.keys(data).length !== 1 || /^\s*#/.test(written)) {
        throw new VaultError('INVALID_ARGUMENT', `The value of --set ${oneLine(pair)} is no YAML.`, {
          hint: `Quote a text for YAML, too: --set '${oneLine(key)}="…"'.`,
        })
      }
      return [key.trim(), data['value']]
    }),
  )
}

/** A text's own frontmatter, and what is below it. */
function takeApart(text: string): { readonly metadata: Metadata; readonly content: string } {
  const { range, data, problem, bodyStart } = readFrontmatter(text)
  if (range === null) return { metadata: {}, content: text }
  if (problem !== null) {
    throw new VaultError('INVALID_ARGUMENT', `The frontmatter that is piped in cannot be read: ${problem}`, {
      hint: 'Nothing was written.',
    })
  }
  return { metadata: data, content: text.slice(bodyStart).replace(/^(?:[ \t]*\r?\n)+/, '') }
}

function isName(title: unknown): title is string | number {
  return typeof title === 'string' || typeof title === 'number'
}
