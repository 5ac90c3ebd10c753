import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schemaGuide } from '../../src/search/sql/public-schema.ts'
import { noteUri } from '../../src/offers/resources/note-uri.ts'
import { lines } from '../support/lines.ts'
import { eras, withResources } from './resource-client.ts'

const fixed = ['vaults', 'current-vault', 'types', 'recent', 'stats', 'sql-schema'].map(
  (name) => `flint-note://${name}`,
)

test.each(eras)('%s: the list has the fixed resources and the newest notes, with sizes and dates', (era) =>
  withResources(
    era,
    {
      main: {
        'projects/roof.md': lines('---', 'title: The roof', 'tags: [house, money]', '---', '', 'Text.'),
        'page.md': lines('---', 'source_type: ingested', '---', '', '# From outside'),
      },
      other: { 'else.md': '# Else\n' },
    },
    async ({ ask }) => {
      const { resources } = await ask('resources/list')
      expect(resources.slice(0, 6).map(({ uri }: { uri: string }) => uri)).toEqual(fixed)
      for (const { title, description, mimeType } of resources) {
        expect([title, description, mimeType].every((part) => part.length > 0)).toBe(true)
      }
      const notes = resources.slice(6)
      expect(notes.map(({ uri }: { uri: string }) => uri).sort()).toEqual([
        'flint-note://main/notes/page.md',
        'flint-note://main/notes/projects/roof.md',
      ])
      const roof = notes.find(({ name }: { name: string }) => name === 'projects/roof.md')
      expect(roof).toMatchObject({
        title: 'The roof',
        description: 'The roof · projects/roof.md · #house · #money',
        mimeType: 'text/markdown',
        size: 52,
        annotations: { lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) },
      })
      expect(roof._meta).toBeUndefined()
      const page = notes.find(({ name }: { name: string }) => name === 'page.md')
      expect(page._meta).toEqual({ 'flint-note/untrusted': true })
    },
  ),
)

test.each(eras)('%s: of many notes fifty are listed, on one page', (era) =>
  withResources(
    era,
    { main: Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`n${n}.md`, `# Note ${n}\n`])) },
    async ({ ask, hub }) => {
      const vault = await hub.open((await hub.find('main')).id)
      await vault.index.settled(10_000)
      const answer = await ask('resources/list')
      expect(answer.resources).toHaveLength(56)
      expect(answer.nextCursor).toBeUndefined()
      expect((await ask('resources/list', { cursor: 'x' })).error).toMatchObject({ code: -32602 })
      expect((await ask('resources/templates/list', { cursor: 'x' })).error).toMatchObject({ code: -32602 })
    },
  ),
)

test.each(eras)('%s: the one template leads to any note', (era) =>
  withResources(era, { main: {} }, async ({ ask }) => {
    const { resourceTemplates } = await ask('resources/templates/list')
    expect(resourceTemplates).toMatchObject([
      { uriTemplate: 'flint-note://{vault_id}/notes/{+id}', name: 'note', mimeType: 'text/markdown' },
    ])
  }),
)

test.each(eras)('%s: the fixed resources say what the tools say', (era) =>
  withResources(
    era,
    {
      main: {
        'meetings/_description.md': lines('# Meetings', '', '## Purpose', 'What was said.'),
        'meetings/a.md': '# A\n\n#roof [[b]] [[gone]]\n',
        'b.md': lines('---', 'untrusted: true', '---', 'B #roof'),
      },
      other: {},
    },
    async ({ ask, call }) => {
      const read = async (name: string) => {
        const { contents } = await ask('resources/read', { uri: `flint-note://${name}` })
        expect(contents).toMatchObject([{ uri: `flint-note://${name}`, mimeType: 'application/json' }])
        return JSON.parse(contents[0].text)
      }
      const vault = { id: 'main', name: 'The main vault', is_current: true }
      expect(await read('vaults')).toEqual(await call('list_vaults'))
      const { stats, path } = await call('get_current_vault')
      expect(await read('current-vault')).toMatchObject({ vault, path, stats, kind: 'plain' })
      const { note_types: types } = await call('list_note_types')
      expect(await read('types')).toMatchObject({ vault, note_types: types })
      expect(types).toMatchObject([{ name: 'meetings', note_count: 1 }])
      const { notes, total } = await read('recent')
      expect(total).toBe(2)
      expect(notes.find(({ id }: { id: string }) => id === 'b.md')).toMatchObject({
        uri: 'flint-note://main/notes/b.md',
        untrusted: true,
      })
      expect(await read('stats')).toMatchObject({
        vault,
        stats: { notes: 2, broken_links: 1 },
        notes_by_type: { '': 1, meetings: 1 },
        top_tags: [{ tag: 'roof', count: 2 }],
      })
    },
  ),
)

test.each(eras)('%s: the SQL schema is the page of the documentation', (era) =>
  withResources(era, { main: {} }, async ({ ask }) => {
    const { contents } = await ask('resources/read', { uri: 'flint-note://sql-schema' })
    expect(contents).toEqual([
      { uri: 'flint-note://sql-schema', mimeType: 'text/markdown', text: schemaGuide },
    ])
  }),
)

const names = [
  'plain.md',
  'folder/with space.md',
  'what?.md',
  'C# and more.md',
  '100% sure.md',
  'a+b&c=d;e.md',
  'über/straße 日本語.md',
  "it's (really) [odd]!.md",
  'types/x.md',
  'notes/notes/y.md',
]

test.each(eras)('%s: a note of any name is read byte for byte, from any known vault', (era) =>
  withResources(
    era,
    {
      main: {},
      types: Object.fromEntries(names.map((name) => [name, `\ufeff# ${name}\r\n\tText  \n`])),
    },
    async ({ ask }) => {
      for (const name of names) {
        const uri = noteUri('types', name)
        const { contents } = await ask('resources/read', { uri })
        expect(contents).toEqual([
          {
            uri,
            mimeType: 'text/markdown',
            text: `\ufeff# ${name}\r\n\tText  \n`,
            _meta: { 'flint-note/content_hash': expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
          },
        ])
      }
    },
  ),
)

test.each(eras)('%s: a name whose accents are typed the other way is found', (era) =>
  withResources(era, { main: { 'cafe\u0301.md': 'decomposed\n' } }, async ({ ask }) => {
    const { contents } = await ask('resources/read', { uri: 'flint-note://main/notes/caf%C3%A9.md' })
    expect(contents[0].text).toBe('decomposed\n')
  }),
)

test.each(eras)('%s: a note that came from outside is marked', (era) =>
  withResources(
    era,
    { main: { 'page.md': lines('---', 'source_type: ingested', '---', 'Do as I say!') } },
    async ({ ask }) => {
      const { contents } = await ask('resources/read', { uri: 'flint-note://main/notes/page.md' })
      expect(contents[0]._meta).toMatchObject({ 'flint-note/untrusted': true })
    },
  ),
)

test.each(eras)('%s: a note of more than 1 MB is not read whole; the error names get_note', (era) =>
  withResources(
    era,
    { main: { 'big.md': 'x'.repeat(1_000_001), 'fits.md': 'x'.repeat(1_000_000) } },
    async ({ ask }) => {
      const { contents } = await ask('resources/read', { uri: 'flint-note://main/notes/fits.md' })
      expect(contents[0].text).toHaveLength(1_000_000)
      const { error } = await ask('resources/read', { uri: 'flint-note://main/notes/big.md' })
      expect(error).toMatchObject({ code: -32602, data: { code: 'INVALID_ARGUMENT' } })
      expect(error.message).toContain('get_note')
    },
  ),
)

const secret = 'SECRET'

/** Everything that lies about is a secret, `main/note.md` aside. */
const tricks = [
  'flint-note://main/notes/../secret.md',
  'flint-note://main/notes/../../config/config.yml',
  'flint-note://main/notes/..%2Fsecret.md',
  'flint-note://main/notes/..%2f..%2fconfig%2fconfig.yml',
  'flint-note://main/notes/%2e%2e/secret.md',
  'flint-note://main/notes/%2E%2E%2Fsecret.md',
  'flint-note://main/notes/%252e%252e/secret.md',
  'flint-note://main/notes/%252e%252e%252fsecret.md',
  'flint-note://main/notes/..%5Csecret.md',
  'flint-note://main/notes/..\\secret.md',
  'flint-note://main/notes/folder/../../secret.md',
  'flint-note://main/notes/folder%2F..%2F..%2Fsecret.md',
  'flint-note://main/notes/./note.md',
  'flint-note://main/notes//note.md',
  'flint-note://main/notes/note.md/',
  'flint-note://main/notes/note.md%00',
  'flint-note://main/notes/note.md%00.md',
  'flint-note://main/notes/%c0%ae%c0%ae/secret.md',
  'flint-note://main/notes/%E0%A4%A',
  'flint-note://main/notes/%',
  'flint-note://main/notes/',
  'flint-note://main/notes',
  'flint-note://main/notes/folder',
  'flint-note://main/notes/folder%2Finside.md',
  'flint-note://main/notes/note.md?x=1',
  'flint-note://main/notes/note.md#part',
  'flint-note://main/notes/.hidden.md',
  'flint-note://main/notes/.hidden/deep.md',
  'flint-note://main/notes/%2Ehidden/deep.md',
  'flint-note://main/notes/.flint-note/config.yml',
  'flint-note://main/notes/.flint-note/trash/old.md',
  'flint-note://main/notes/%2eflint-note/trash/old.md',
  'flint-note://main/notes/folder/_description.md',
  'flint-note://main/notes/data.json',
  'flint-note://main/notes/image.png',
  'flint-note://main/notes/ignored/private.md',
  'flint-note://main/notes/node_modules/pkg/readme.md',
  'flint-note://main/notes/inner/nested.md',
  'flint-note://main/notes/link-out.md',
  'flint-note://main/notes/linked-folder/secret.md',
  'flint-note://main/notes/link-hidden.md',
  'flint-note://main/notes/link-nested.md',
  'flint-note://main/notes/loop.md',
  'flint-note://main/notes/missing.md',
  'flint-note://main/notes/a folder/missing.md',
  'flint-note://main/secret.md',
  'flint-note://main/../secret.md',
  'flint-note://unknown/notes/note.md',
  'flint-note://MAIN/notes/note.md',
  'flint-note://main:80/notes/note.md',
  'flint-note://user@main/notes/note.md',
  'flint-note://../notes/secret.md',
  'flint-note://%6dain/notes/note.md',
  'flint-note:///notes/note.md',
  'flint-note://vaults/',
  'flint-note://nothing',
  'flint-note://',
  'file:///etc/passwd',
  'file://main/notes/note.md',
  'http://main/notes/note.md',
  'note.md',
  '/etc/passwd',
  '',
]

test.each(eras)('%s: no trick in an address reads anything: each is not found', (era) =>
  withResources(
    era,
    {
      main: {
        'note.md': 'Mine\n',
        'folder/inside.md': secret,
        'folder/_description.md': secret,
        '.hidden.md': secret,
        '.hidden/deep.md': secret,
        '.flint-note/config.yml': 'index:\n  ignore: ["ignored/**"]\n',
        '.flint-note/trash/old.md': secret,
        'data.json': secret,
        'image.png': secret,
        'ignored/private.md': secret,
        'node_modules/pkg/readme.md': secret,
        'inner/nested.md': secret,
        'inner/.flint-note/config.yml': '{}\n',
      },
    },
    async ({ ask, folder, at }) => {
      await writeFile(join(folder, 'secret.md'), secret)
      await mkdir(join(folder, 'elsewhere'))
      await writeFile(join(folder, 'elsewhere', 'secret.md'), secret)
      await symlink(join(folder, 'secret.md'), at('link-out.md'))
      await symlink(join(folder, 'elsewhere'), at('linked-folder'))
      await symlink(at('.hidden/deep.md'), at('link-hidden.md'))
      await symlink(at('inner/nested.md'), at('link-nested.md'))
      await symlink(at('loop.md'), at('loop.md'))
      const absolute = [join(folder, 'secret.md'), at('note.md')].flatMap((name) => [
        `flint-note://main/notes/${name}`,
        `flint-note://main/notes/${encodeURIComponent(name)}`,
      ])
      for (const uri of [...tricks, ...absolute]) {
        const answer = await ask('resources/read', { uri })
        expect(JSON.stringify(answer), uri).not.toContain(secret)
        expect({ uri, code: answer.error?.code, data: answer.error?.data }).toEqual({
          uri,
          code: era === '2025' ? -32002 : -32602,
          data: { uri },
        })
        expect(answer.error.message, uri).not.toContain(folder)
      }
      const { contents } = await ask('resources/read', { uri: 'flint-note://main/notes/note.md' })
      expect(contents[0].text).toBe('Mine\n')
    },
  ),
)

test.each(eras)('%s: a link within the vault is followed', (era) =>
  withResources(era, { main: { 'real/a.md': 'Real\n' } }, async ({ ask, at }) => {
    await symlink(at('real/a.md'), at('short.md'))
    const { contents } = await ask('resources/read', { uri: 'flint-note://main/notes/short.md' })
    expect(contents[0].text).toBe('Real\n')
  }),
)

test.each(eras)('%s: not found says what may be meant, and which vaults there are', (era) =>
  withResources(era, { main: { 'projects/website.md': '# Website\n' }, second: {} }, async ({ ask }) => {
    const missing = await ask('resources/read', { uri: 'flint-note://main/notes/website.md' })
    expect(missing.error.message).toContain('flint-note://main/notes/projects/website.md')
    const vault = await ask('resources/read', { uri: 'flint-note://secnd/notes/a.md' })
    expect(vault.error.message).toContain('"second"')
    const unlike = await ask('resources/read', { uri: 'flint-note://nope/notes/a.md' })
    expect(unlike.error.message).toContain('The vaults are main, second')
    expect(unlike.error.message).not.toContain('vault_id')
  }),
)

test.each(eras)('%s: without any vault the list is still there, and reading says how to make one', (era) =>
  withResources(era, {}, async ({ ask }) => {
    const { resources } = await ask('resources/list')
    expect(resources.map(({ uri }: { uri: string }) => uri)).toEqual(fixed)
    const { contents } = await ask('resources/read', { uri: 'flint-note://vaults' })
    expect(JSON.parse(contents[0].text)).toMatchObject({ vaults: [], current_vault: null })
    const { error } = await ask('resources/read', { uri: 'flint-note://stats' })
    expect(error.message).toContain('create_vault')
  }),
)

test('an address without the ending of its note is told the note in its own folder', () =>
  withResources('2026', { main: { 'a/Dup.md': 'A\n', 'b/Dup.md': 'B\n' } }, async ({ ask }) => {
    const error = await ask('resources/read', { uri: 'flint-note://main/notes/b/Dup' })
    expect(JSON.stringify(error)).toContain('flint-note://main/notes/b/Dup.md may be meant')
  }))
