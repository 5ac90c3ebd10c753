import { createWrittenNote } from '../../page/calls/create-written-note.ts'
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
  const metadata = { ...piped.metadata, ...set.metadata }
  const title = given.title.length > 0 ? given.title.join(' ') : metadata['title']
  // A template has the empty lines of its own.
  const content = template === undefined ? piped.content : piped.content.replace(/^(?:[ \t]*\r?\n)+/, '')
  const data = await cli.call(createWrittenNote, {
    ...(isName(title) && { title: `${title}` }),
    ...defined({ type, directory: dir, template, tags: tag?.map((name) => name.replace(/^#/, '')) }),
    ...(Object.keys(metadata).length > 0 && { metadata, written: set.written }),
    ...defined({ frontmatter: piped.frontmatter }),
    ...(piped.content.trim() !== '' && { content }),
  })
  const { path = '', warnings = [], similar_notes: similar = [] } = data
  const file = await fileOf(cli, data.vault.id, path)
  for (const warning of warnings) cli.tell(oneLine(warning))
  for (const near of similar) cli.tell(`Like it: ${plainPath(near.path)} (${near.reason})`)
  const opens = edit && cli.canAsk && cli.terminal.isWatched
  const ended =
    opens && editorOf(cli) !== null ? await openNew({ vault: data.vault.id, file }, cli) : { text: file }
  return { data: { ...data, file }, isRaw: true, ...ended }
}

type Metadata = Readonly<Record<string, unknown>>

/** `KEY=VALUE`, each value as YAML: `--set rating=5 --set 'authors=[Ada, Grace]'`. */
function readFields(pairs: readonly string[]): {
  readonly metadata: Metadata
  readonly written: Readonly<Record<string, string>>
} {
  const fields = pairs.map((pair) => {
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
    return { key: key.trim(), value: data['value'], written }
  })
  return {
    metadata: Object.fromEntries(fields.map(({ key, value }) => [key, value])),
    written: Object.fromEntries(fields.map(({ key, written }) => [key, written])),
  }
}

/** A text's own frontmatter, and what is below it. */
function takeApart(piped: string): {
  readonly metadata: Metadata
  readonly frontmatter?: string
  readonly content: string
} {
  const text = piped.replace(/^\uFEFF/, '')
  const { range, data, problem, bodyStart } = readFrontmatter(text)
  if (range === null) return { metadata: {}, content: text }
  if (problem !== null) {
    throw new VaultError('INVALID_ARGUMENT', `The frontmatter that is piped in cannot be read: ${problem}`, {
      hint: 'Nothing was written.',
    })
  }
  return { metadata: data, frontmatter: text.slice(0, bodyStart), content: text.slice(bodyStart) }
}

function isName(title: unknown): title is string | number {
  return typeof title === 'string' || typeof title === 'number'
}
