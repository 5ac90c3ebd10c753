import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lines } from '../../support/lines.ts'
import { needsShared, sharedData } from '../../support/shared-data.ts'
import { hashOf } from '../../support/hash-files.ts'
import { withVault } from '../../support/with-vault.ts'

// A local time, so that the day is the same everywhere.
const at = { now: () => new Date(2026, 2, 1, 13, 5) }

test('today’s note is made once, from flint’s own template, and comes back as it is', () =>
  withVault(
    {},
    async ({ call, read }) => {
      const made = await call('open_daily_note')
      expect(made).toMatchObject({
        id: 'daily/2026-03-01.md',
        title: '2026-03-01',
        date: '2026-03-01',
        created: true,
      })
      expect(made.content).toContain('## Plan\n')
      expect(made.content_hash).toBe(hashOf(await read(made.id)))
      expect(made.change_id).toEqual(expect.any(String))
      await call('append_to_note', { identifier: made.id, content: 'Rain.' })
      const again = await call('open_daily_note', { date: '2026-03-01' })
      expect(again).toMatchObject({ id: made.id, created: false, content: expect.stringContaining('Rain.') })
      expect(again).not.toHaveProperty('change_id')
      expect((await call('search_notes', { query: 'rain' })).total).toBe(1)
    },
    at,
  ))

test.each([
  ['yesterday', '2026-02-28'],
  ['Tomorrow', '2026-03-02'],
  ['2024-02-29', '2024-02-29'],
])('%s is %s', (date, day) =>
  withVault(
    {},
    async ({ call }) => {
      expect(await call('open_daily_note', { date })).toMatchObject({ id: `daily/${day}.md`, date: day })
    },
    at,
  ),
)

test.each(['2026-02-30', '2026-13-01', '26-1-1', '2026-01-01T10:00', 'soon', '../2026-01-01', ''])(
  '%j is no day',
  (date) =>
    withVault({}, async ({ call }) => {
      expect((await call('open_daily_note', { date })).error.code).toBe('INVALID_ARGUMENT')
      expect((await call('list_notes')).total).toBe(0)
    }),
)

test.each([
  ['dddd, D. MMMM YYYY', 'Dienstag, 24. Februar 2026', 'Sonntag, 1. März 2026'],
  ['YYYY-MM-DD dddd', '2026-02-27 пятница', '2026-03-01 воскресенье'],
  ['D MMMM YYYY', '3 февраля 2026', '1 марта 2026'],
  ['YYYY年M月D日(ddd)', '2026年2月26日(木)', '2026年3月1日(日)'],
  ['YYYY/MMMM/DD', '2026/février/20', '2026/mars/01'],
  ['dddd', 'Saturday', 'Sunday'],
  ['MMMM', 'nobody’s', 'March'],
])('as Obsidian names days in its own language: %s', (format, before, name) =>
  withVault(
    {
      '.obsidian/daily-notes.json': JSON.stringify({ folder: 'Tage', format }),
      [`Tage/${before}.md`.normalize('NFD')]: 'A day\n',
    },
    async ({ call }) => {
      expect(await call('open_daily_note')).toMatchObject({ id: `Tage/${name}.md`, created: true })
    },
    at,
  ),
)

test('Obsidian’s folder, format and template are followed', () =>
  withVault(
    {
      '.obsidian/daily-notes.json':
        '{"folder":"Journal","format":"YYYY/MM/YYYY-MM-DD dddd","template":"Own/Day"}',
      'Own/Day.md': lines(
        '---',
        'mood:',
        '---',
        '# {{title}}',
        '{{date:D.M.}} after {{yesterday:D.M.}} at {{time}}',
      ),
    },
    async ({ call, read }) => {
      const { id } = await call('open_daily_note', { date: 'yesterday' })
      expect(id).toBe('Journal/2026/02/2026-02-28 Saturday.md')
      const text = await read(id)
      expect(text).toContain('---\n# 2026-02-28 Saturday\n28.2. after 27.2. at 13:05\n')
      expect(text).toMatch(/^---\nmood:\ntitle: 2026-02-28 Saturday\n/)
      expect(await call('open_daily_note', { date: '2026-02-28' })).toMatchObject({ id, created: false })
    },
    at,
  ))

test('zk’s group, file name and template are followed; the template’s own title stays', () =>
  withVault(
    {
      '.zk/config.toml': lines(
        '[group.journal]',
        'paths = ["log/days"]',
        '[group.journal.note]',
        `filename = "{{format-date now '%Y-%m-%d'}}"`,
        'template = "day.md"',
      ),
      '.zk/templates/day.md': lines(
        '---',
        "title: Log of {{format-date now '%d %B'}}",
        'date: {{format-date now}}',
        '---',
        '',
        '{{content}}',
      ),
    },
    async ({ call }) => {
      const made = await call('open_daily_note', { date: 'tomorrow' })
      expect(made).toMatchObject({
        id: 'log/days/2026-03-02.md',
        title: 'Log of 02 March',
        metadata: { title: 'Log of 02 March', date: '2026-03-02' },
      })
    },
    at,
  ))

test('settings that cannot be read are said, of a note that is there, too', () =>
  withVault({ '.obsidian/daily-notes.json': '{bad json' }, async ({ call }) => {
    const warnings = ['`.obsidian/daily-notes.json` is not valid JSON. The default was used.']
    expect(await call('open_daily_note')).toMatchObject({ created: true, warnings })
    expect(await call('open_daily_note')).toMatchObject({ created: false, warnings })
    expect(await call('open_daily_note', { content: 'x' })).toMatchObject({ created: false, warnings })
  }))

test('a template that is gone is said; one that is broken makes no note', async () => {
  const settings = (template: string) => ({
    '.zk/config.toml': lines('[group.daily]', '[group.daily.note]', `template = "${template}"`),
    '.zk/templates/broken.md': 'a\n{{sh "date"}}\n',
  })
  await withVault(
    settings('gone.md'),
    async ({ call }) => {
      expect(await call('open_daily_note')).toMatchObject({
        id: 'daily/2026-03-01.md',
        warnings: [expect.stringContaining('.zk/templates/gone.md')],
      })
    },
    at,
  )
  await withVault(settings('broken.md'), async ({ call }) => {
    expect((await call('open_daily_note')).error).toMatchObject({ code: 'ZK_ERROR', line: 2 })
    expect((await call('list_notes')).total).toBe(0)
  })
})

test('a format that leads out of the vault is not followed, and one that hides the note is made legal', async () => {
  const settings = (format: string) => ({
    '.obsidian/daily-notes.json': JSON.stringify({ folder: 'D', format }),
  })
  await withVault(
    settings('[../../]YYYY'),
    async ({ call }) => {
      expect((await call('open_daily_note')).id).toBe('D/2026-03-01.md')
    },
    at,
  )
  await withVault(
    settings('[.]YYYY-MM-DD HH:mm'),
    async ({ call }) => {
      expect((await call('open_daily_note')).id).toBe('D/2026-03-01 13-05.md')
    },
    at,
  )
})

test('of several callers at once one makes the note, and all get it', () =>
  withVault(
    {},
    async ({ call }) => {
      const all = await Promise.all(Array.from({ length: 6 }, () => call('open_daily_note')))
      expect(all.filter(({ created }) => created)).toHaveLength(1)
      expect(new Set(all.map(({ content_hash: hash }) => hash)).size).toBe(1)
      expect(new Set(all.map(({ id }) => id))).toEqual(new Set(['daily/2026-03-01.md']))
    },
    at,
  ))

test('a described type’s required date is the day of the note', () =>
  withVault(
    { 'daily/_description.md': lines('# Daily', '', '## Metadata Schema', '- date: Day (required, date)') },
    async ({ call }) => {
      expect((await call('open_daily_note', { date: 'yesterday' })).metadata.date).toBe('2026-02-28')
    },
    at,
  ))

test('what its type requires and nobody can give here is told how to give', () =>
  withVault(
    { 'daily/_description.md': '# Daily\n\n## Metadata Schema\n- mood: (required, string)\n' },
    async ({ call }) => {
      const { error } = await call('open_daily_note')
      expect(error).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'mood' }] })
      expect(error.hint).toContain('create_note with path "daily/2026-03-01.md" and metadata')
      expect(error.hint).toContain('update_note_type')
      expect(error.hint).not.toContain('Correct the fields')
    },
    at,
  ))

const kepano = join(sharedData, 'vaults/kepano-obsidian')

test.skipIf(!existsSync(kepano))(`a real vault’s templates and daily settings work (${needsShared})`, () =>
  withVault(
    {},
    async ({ call, folder, restart, read }) => {
      await restart(async () => {
        await cp(kepano, join(folder, 'main'), { recursive: true })
      })
      const book = await call('create_note', {
        title: 'A: "b"',
        directory: 'References',
        template: 'Book Template',
      })
      expect(book.error).toBeUndefined()
      expect(await read(book.id)).toContain('created: 2026-03-01\n')
      expect(await read(book.id)).toContain('  - "[[Books]]"\n')
      const day = await call('open_daily_note')
      expect(day).toMatchObject({ id: 'Daily/2026-03-01.md', created: true })
    },
    at,
  ),
)

test('content is added at the end or under a heading, in one call that makes the note where it is not there', () =>
  withVault(
    {},
    async ({ call, callAsAgent, read }) => {
      const added = await callAsAgent('open_daily_note', { content: 'Rain.', under: 'Log' })
      expect(added).toMatchObject({ id: 'daily/2026-03-01.md', created: true })
      expect(added).not.toHaveProperty('content')
      expect(await read(added.id)).toMatch(/^## Log\n+Rain\.\n/m)
      const again = await call('open_daily_note', { content: 'Sun.' })
      expect(again).toMatchObject({ created: false, content_hash: hashOf(await read(added.id)) })
      expect((await read(added.id)).endsWith('Sun.\n')).toBe(true)
      expect((await call('open_daily_note', { content: 'x', under: 'Nope' })).error.code).toBe(
        'SECTION_NOT_FOUND',
      )
      expect((await call('open_daily_note', { under: 'Log' })).error.code).toBe('INVALID_ARGUMENT')
    },
    at,
  ))

test('a note that is made with content is one change, which is undone as one', () =>
  withVault(
    {},
    async ({ call, read }) => {
      expect((await call('open_daily_note', { content: 'x', under: 'Nope' })).error.code).toBe(
        'SECTION_NOT_FOUND',
      )
      expect((await call('list_notes')).total).toBe(0)
      const added = await call('open_daily_note', { content: 'Rain.', under: 'Log' })
      expect(added.content_hash).toBe(hashOf(await read(added.id)))
      expect((await call('list_changes')).total).toBe(1)
      await call('undo_change', { change_id: added.change_id })
      expect((await call('list_notes')).total).toBe(0)
    },
    at,
  ))

test.each([
  ['now', '2026-03-01'],
  ['yesterday at 10am', '2026-02-28'],
  ['7d', '2026-02-22'],
])('%s is the day %s', (date, day) =>
  withVault(
    {},
    async ({ call }) => {
      expect((await call('open_daily_note', { date })).id).toBe(`daily/${day}.md`)
    },
    { now: () => new Date('2026-03-01T12:00:00Z') },
  ),
)

test('a folder and a template outside the vault are not used, and the answer says so', () =>
  withVault(
    { '.obsidian/daily-notes.json': JSON.stringify({ folder: '../out', template: '../../x' }) },
    async ({ call }) => {
      const { id, warnings } = await call('open_daily_note', {})
      expect(id).toBe('daily/2026-03-01.md')
      expect(warnings).toEqual([
        '.obsidian/daily-notes.json: folder "../out" is no visible folder within the vault. The default was used.',
        '.obsidian/daily-notes.json: template "../../x" is no path within the vault. The default was used.',
      ])
    },
    { now: () => new Date('2026-03-01T12:00:00Z') },
  ))

const zk = '.zk/config.toml'
const obsidian = '.obsidian/daily-notes.json'
const noFolder = 'is no visible folder within the vault.'
const noPath = 'makes no path of a day within the vault.'

test.each<[file: string, text: string, id: string, problem: string | null]>([
  [zk, "paths = ['../out']", 'daily/2026-03-01.md', `group.daily.paths ["../out"] ${noFolder}`],
  [zk, "paths = ['/abs']", 'daily/2026-03-01.md', `group.daily.paths ["/abs"] ${noFolder}`],
  [zk, "paths = ['d/*']", 'daily/2026-03-01.md', `group.daily.paths ["d/*"] ${noFolder}`],
  [zk, "paths = ['.git']", 'daily/2026-03-01.md', `group.daily.paths [".git"] ${noFolder}`],
  [
    zk,
    "paths = ['d']\nnote.filename = '''{{sh 'ls'}}'''",
    'd/2026-03-01.md',
    `group.daily.note.filename "{{sh 'ls'}}" ${noPath}`,
  ],
  [
    zk,
    "paths = ['d']\nnote.filename = '../../{{format-date now}}'",
    'd/2026-03-01.md',
    `group.daily.note.filename "../../{{format-date now}}" ${noPath}`,
  ],
  [
    zk,
    "paths = ['d']\nnote.template = '../x.md'",
    'd/2026-03-01.md',
    'group.daily.note.template "../x.md" is no path within the vault.',
  ],
  [zk, "paths = ['d/e']\nnote.filename = '../{{format-date now}}'", 'd/2026-03-01.md', null],
  [obsidian, '{"format":"../../YYYY"}', '2026-03-01.md', `format "../../YYYY" ${noPath}`],
  [obsidian, '{"folder":"J","format":"../../YYYY"}', 'J/2026-03-01.md', `format "../../YYYY" ${noPath}`],
  [obsidian, '{"folder":".obsidian"}', 'daily/2026-03-01.md', `folder ".obsidian" ${noFolder}`],
  [obsidian, '{"folder":"J","format":"../YYYY-MM-DD"}', '2026-03-01.md', null],
  [obsidian, '{"folder":"J","format":".YYYY"}', 'J/2026.md', null],
])('%s with %s puts the note of a day at %s', (file, text, id, problem) =>
  withVault(
    { [file]: file === zk ? `[group.daily]\n${text}\n` : text },
    async ({ call }) => {
      const sentence = `${file}: ${problem}`
      const warnings = problem === null ? undefined : [`${sentence} The default was used.`]
      const made = await call('open_daily_note', {})
      expect([made.id, made.created, made.warnings]).toEqual([id, true, warnings])
      const again = await call('open_daily_note', {})
      expect([again.id, again.created, again.warnings]).toEqual([id, false, warnings])
      const info = await call('get_vault_info', { detailed: true })
      expect(info.settings_problems).toEqual(problem === null ? [] : [sentence])
      expect((await call('create_note', { title: 'Other' })).warnings ?? []).toEqual([])
    },
    { now: () => new Date('2026-03-01T12:00:00Z') },
  ),
)
