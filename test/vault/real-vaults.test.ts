import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { contentStart } from '../../src/model/note-content.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { times } from '../support/long.ts'
import { needsShared, sharedData } from '../support/shared-data.ts'
import { until } from '../support/until.ts'
import { withVault, type Json, type Vaults } from '../support/with-vault.ts'

const vaults = join(sharedData, 'vaults')
const names = ['dendron-site', 'foam-docs', 'kepano-obsidian', 'logseq-docs', 'tasks-demo', 'ttrpg-share']

/** Bytes and times of every file below a folder. */
function snapshot(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [
        relative(folder, file),
        `${createHash('sha256').update(readFileSync(file)).digest('hex')} ${statSync(file).mtimeMs}`,
      ]),
  )
}

function everyNth<Item>(items: readonly Item[], n: number): readonly Item[] {
  return items.filter((_, at) => at % n === 0)
}

async function everyNote(call: Vaults['call']): Promise<readonly Json[]> {
  const notes: Json[] = []
  for (let cursor: string | undefined; ;) {
    const page = await call('list_notes', {
      sort: 'path',
      limit: 1_000,
      fields: ['id', 'title'],
      ...(cursor && { cursor }),
    })
    notes.push(...page.notes)
    if (!page.has_more) return notes
    cursor = page.next_cursor
  }
}

/** A note as an agent reads it: where it does not come whole, the rest by lines. */
async function readInParts(call: Vaults['call'], identifier: string): Promise<Json> {
  const note = await call('get_note', { identifier, max_chars: 500_000 })
  const contents: string[] = [note.content]
  for (let part = note; part.rest !== undefined; contents.push(part.content)) {
    expect(part.content_hash).toMatch(/^partial-/)
    const next = Number(part.start_line) + Number(part.lines_returned)
    part = await call('get_note', { identifier, start_line: next })
  }
  return { ...note, content: contents.join('') }
}

test.skipIf(!existsSync(vaults)).each(names)(
  `the vault %s is read whole and left to the byte as it was (${needsShared})`,
  { timeout: 120_000 },
  (name) =>
    withVault({}, async ({ call, at, restart }) => {
      cpSync(join(vaults, name), at('.'), { recursive: true })
      const before = snapshot(at('.'))
      const started = performance.now()
      await call('get_vault_info')
      await until(
        'it is indexed',
        async () => (await call('get_vault_info', { detailed: true })).index.state === 'ready',
        { withinMs: 60_000 },
      )
      const took = performance.now() - started

      const isHidden = (path: string) =>
        path.split('/').some((part) => part.startsWith('.') || part === 'node_modules')
      const onDisk = Object.keys(before).filter(
        (path) => /\.md$/i.test(path) && !isHidden(path) && !/(?:^|\/)_description\.md$/.test(path),
      )
      const listed = await everyNote(call)
      const ids = new Set(listed.map(({ id }) => id))
      const ignored = onDisk.filter((path) => !ids.has(path))
      expect([...ids].filter((id) => !onDisk.includes(id))).toEqual([])
      expect(ignored.length).toBeLessThan(onDisk.length / 5)

      for (const id of everyNth([...ids], times(6, 1))) {
        const text = readFileSync(at(id), 'utf8')
        const { offset } = contentStart(text, parseNote(text).frontmatter)
        const note = await readInParts(call, id)
        expect(note.content).toBe(text.slice(offset))
        expect(note.content_hash.replace('partial-', '')).toBe(
          `sha256:${createHash('sha256')
            .update(readFileSync(at(id)))
            .digest('hex')}`,
        )
      }

      const { tags } = await call('get_tags')
      for (const { tag, count } of tags.slice(0, 5)) {
        const found = await call('search_notes', { query: `tag:"${tag}"`, include_archived: true, limit: 1 })
        expect(found.total).toBeGreaterThanOrEqual(count)
      }
      let backlinks = 0
      for (const { id, title } of listed.slice(0, times(15, 40))) {
        const found = await call('search_notes', {
          query: `"${title.replaceAll('"', ' ')}"`,
          include_archived: true,
          limit: 100,
        })
        if (/[\p{L}\p{N}]/u.test(title)) expect(found.total, title).toBeGreaterThan(0)
        const links = await call('get_backlinks', { identifier: id })
        backlinks += Number(links.total)
        for (const { path, line_number: line, excerpt } of links.backlinks) {
          const source = readFileSync(at(path), 'utf8').split('\n')[line - 1] ?? ''
          if (excerpt !== '') expect(source.trim().slice(0, 300)).toBe(excerpt)
          const back = await call('get_links', { identifier: path })
          expect(JSON.stringify(back)).toContain(JSON.stringify(id).slice(1, -1))
        }
      }
      console.info(
        `${name}: ${ids.size} notes, ${ignored.length} ignored, ${tags.length} tags, ${backlinks} backlinks of the first ones, indexed in ${took.toFixed(0)} ms`,
      )
      await restart()
      expect(await everyNote(call)).toEqual(listed)
      expect(snapshot(at('.'))).toEqual(before)
    }),
)
