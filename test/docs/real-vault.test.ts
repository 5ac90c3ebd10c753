import { cpSync, existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles, needsShared, sharedData } from '../support/shared-data.ts'
import { withFolder } from '../support/with-folder.ts'
import { commandRunner } from './run-commands.ts'

// What an hour of work prints is in docs/command-line.md; here it is done in vaults that somebody has, which are not ours to print.
const vaults = ['tasks-demo', 'kepano-obsidian'].map((name) => ({
  name,
  folder: join(sharedData, 'vaults', name),
}))

/** The notes of a vault as a person finds them without flint, by path below it. */
function readNotes(root: string): ReadonlyMap<string, string> {
  const paths = listFiles(root, '.md').map((file) => relative(root, file))
  return new Map(
    paths
      .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
}

/** A word that one note has, and that note. */
function findRare(notes: ReadonlyMap<string, string>): { readonly word: string; readonly path: string } {
  const all = [...notes.values()].join('\n').toLowerCase()
  for (const [path, text] of notes) {
    for (const line of text.split('\n').filter((one) => /^[A-Z][a-z ,]+[.]$/.test(one))) {
      const word = line.match(/\b[a-z]{7,}\b/g)?.find((one) => all.split(one).length === 2)
      if (word !== undefined) return { word, path }
    }
  }
  throw new Error('No note has a word of its own.')
}

/** The note that most others name in a link, and those that do. */
function findHub(notes: ReadonlyMap<string, string>): {
  readonly hub: string
  readonly naming: ReadonlySet<string>
} {
  const found = [...notes.keys()].map((hub) => {
    const link = `[[${basename(hub, '.md')}`
    const naming = [...notes].filter(([path, text]) => path !== hub && text.includes(link))
    return { hub, naming: new Set(naming.map(([path]) => path)) }
  })
  const [most] = found.sort((a, b) => b.naming.size - a.naming.size)
  if (most === undefined || most.naming.size === 0) throw new Error('No note is linked to.')
  return most
}

/** Every file but flint's own, byte by byte. */
function readAll(root: string): ReadonlyMap<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((path) => !path.startsWith('.flint-note'))
      .sort()
      .map((path) => [path, readFileSync(join(root, path), 'base64')]),
  )
}

describe.skipIf(process.platform === 'win32' || !existsSync(sharedData))(
  `an hour of work (${needsShared})`,
  () => {
    test.each(vaults)('$name, from create to undo', { timeout: 600_000 }, ({ folder }) =>
      withFolder({}, async (home) => {
        const vault = join(home, 'notes')
        cpSync(folder, vault, { recursive: true })
        const before = readAll(vault)
        const notes = readNotes(vault)
        const { word, path: bearer } = findRare(notes)
        const { hub, naming } = findHub(notes)
        const shell = await commandRunner(home)
        const run = async (command: string) => {
          const { output, failed } = await shell(command)
          expect(failed, `$ ${command}\n${output}`).toBe(false)
          return output.trim()
        }
        /** What a program that reads standard output gets, as paths below the vault. */
        const files = async (command: string) =>
          (await run(`${command} 2>/dev/null`)).split('\n').map((file) => relative(vault, file))
        const paths = async (command: string) => await files(`${command} --path`)

        expect(await run(`flint create real "Real notes" ${quoted(vault)} --switch`)).toContain(
          `${notes.size} notes, nothing in it was changed`,
        )
        expect((await paths('flint notes')).sort()).toEqual([...notes.keys()].sort())
        // Another form of the word is found, too.
        expect(await paths(`flint search ${word} --mode keyword`)).toContain(bearer)
        expect(await paths(`flint grep -F ${word}`)).toEqual([bearer])
        const linking = await paths(`flint backlinks ${quoted(hub)}`)
        // A link may name a note by its alias or title, too, and one within code is none.
        expect(linking.filter((path) => naming.has(path))).not.toEqual([])
        for (const path of linking) expect(notes.has(path), path).toBe(true)

        const link = `[[${basename(hub, '.md')}]]`
        const [made = ''] = await files(`echo ${quoted(`Leads to ${link}.`)} | flint new Flint hour`)
        expect(readFileSync(join(vault, made), 'utf8')).toContain(`Leads to ${link}.`)
        expect((await paths(`flint backlinks ${quoted(hub)}`)).sort()).toEqual([...linking, made].sort())
        await run(`flint append ${quoted(made)} 'One line more.'`)
        await run(`flint todo Water the flintwort --note ${quoted(made)}`)
        expect(await run('flint done flintwort')).toContain('[x] Water the flintwort')
        await run(`flint tag ${quoted(made)} flint-hour`)
        expect(await paths('flint notes --tag flint-hour')).toEqual([made])
        expect(await run('flint retag flint-hour flint-day')).toContain('in 1 place of 1 note')
        expect(await run(`flint rename ${quoted(hub)} Flint hub of an hour`)).toContain('Undo: flint undo')
        expect(existsSync(join(vault, hub))).toBe(false)
        const followed = await paths("flint backlinks 'Flint hub of an hour'")
        expect(followed.sort()).toEqual([...linking, made].sort())
        expect(await run(`flint mv ${quoted(made)} flint-hour/ --parents`)).toContain('Undo: flint undo')
        expect(await run('flint capture Ask Ada for the flintwort')).toContain('Ask Ada for the flintwort')
        expect(await run('flint inbox')).toContain('Ask Ada for the flintwort')

        await run('flint undo --since 1h')
        expect(readAll(vault)).toEqual(before)
        expect((await paths(`flint backlinks ${quoted(hub)}`)).sort()).toEqual([...linking].sort())
      }),
    )
  },
)

/** A word as a shell takes it whole. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
