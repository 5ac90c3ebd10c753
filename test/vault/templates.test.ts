import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashFiles } from '../support/hash-files.ts'
import { lines } from '../support/lines.ts'
import { withVault } from '../support/with-vault.ts'
import { now } from '../tools/sample-vault.ts'

const at = { now }
const stamps = ['created: 2026-03-01T12:00:00Z', 'updated: 2026-03-01T12:00:00Z']

describe('in a vault that has none', () => {
  test.each(['daily', 'person', 'project', 'area'])('the template %s is brought along', (template) =>
    withVault(
      {},
      async ({ call, read }) => {
        const bare = await call('create_note', { title: 'Ada', directory: 'a', template })
        const text = await read(bare.id)
        expect(text).toMatch(/^---\ntitle: Ada\ntype: a\ntags: \[\]\n/)
        expect(text).toMatch(/\n---\n\n## \w/)
        expect(text).not.toMatch(/\n\n\n|\{\{/)
        const filled = await call('create_note', {
          title: 'Bo',
          directory: 'a',
          template,
          content: 'What is known.',
        })
        expect(await read(filled.id)).toContain('\n\nWhat is known.\n')
        expect(await read(filled.id)).not.toMatch(/\n\n\n/)
      },
      at,
    ),
  )

  test('a note without content and template has one empty section', () =>
    withVault({}, async ({ call, read }) => {
      expect(await read((await call('create_note', { title: 'A', directory: 'a' })).id)).toMatch(
        /\n---\n\n## Notes\n$/,
      )
    }))

  test('an unknown name is an error that names those there are', () =>
    withVault({}, async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      const { error } = await call('create_note', { title: 'A', directory: 'a', template: 'persn' })
      expect(error).toMatchObject({
        code: 'NOT_FOUND',
        nearest: ['person'],
        hint: expect.stringContaining('daily'),
      })
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    }))
})

describe('of zk', () => {
  const config = lines(
    '[note]',
    'filename = "{{slug title}}"',
    'template = "default.md"',
    '[extra]',
    'author = "Ada"',
    '[group.people]',
    'paths = ["people", "team/*"]',
    '[group.people.note]',
    'filename = "{{id}}-{{slug title}}"',
    'template = "person.md"',
    'default-title = "Somebody"',
    'id-charset = "hex"',
    'id-length = 8',
    '[group.log.note]',
    `filename = "{{format-date now '%Y-%m-%d'}} {{title}}"`,
  )
  const files = {
    '.zk/config.toml': config,
    '.zk/templates/default.md': lines('# {{title}}', '', 'By {{extra.author}}.', '', '{{content}}'),
    '.zk/templates/person.md': lines(
      '---',
      '# who',
      'title: "{{title}}" # as said',
      'tags: [people]',
      'mood: {{extra.mood}}',
      '---',
      '',
      'In {{dir}} as {{filename-stem}} {{id}}',
    ),
    '.zk/templates/broken.md': lines('ok', '', '{{#if title}}', 'never closed'),
    '.zk/templates/shell.md': lines('a', '{{sh "touch pwned"}}'),
    '.zk/templates/loose.md': 'title {{title}}\n<% tp.date.now() %>\n',
    '.zk/templates/crlf.md': '# {{title}}\r\n\r\ntext\r\n',
  }

  test('a slug is made in the language of the notebook, in names and templates', () =>
    withVault(
      {
        '.zk/config.toml': '[note]\nlanguage = "de"\n[group.own.note]\nfilename = "{{slug title}}-x"\n',
        '.zk/templates/slug.md': 'as {{slug title}}\n',
        'own/old-x.md': '---\ntitle: Old\n---\n',
      },
      async ({ call, read }) => {
        const { id } = await call('create_note', { title: 'Äpfel & Öl', directory: 'a', template: 'slug' })
        expect(id).toBe('a/aepfel-und-oel.md')
        expect(await read(id)).toContain('as aepfel-und-oel')
        const made = await call('create_note', { title: 'Öl', directory: 'own', content: 'x' })
        expect(made.id).toBe('own/oel-x.md')
        const renamed = { identifier: 'own/old-x.md', new_title: 'Übung', rename_file: true }
        expect((await call('rename_note', renamed)).new_path).toBe('own/uebung-x.md')
      },
    ))

  test('what its folder’s notes begin with is what a note without content has', () =>
    withVault(
      files,
      async ({ call, read }) => {
        const { id } = await call('create_note', {
          title: 'Über Tee',
          directory: 'x',
          metadata: { author: 'Bo' },
        })
        expect(id).toBe('x/uber-tee.md')
        expect(await read(id)).toBe(
          lines(
            '---',
            'title: Über Tee',
            'type: x',
            'date: 2026-03-01',
            'author: Bo',
            'tags: []',
            ...stamps,
            '---',
            '',
          ) + lines('# Über Tee', '', 'By Bo.', '', ''),
        )
        const given = await call('create_note', { title: 'Given', directory: 'x', content: 'As it is.' })
        expect(await read(given.id)).toMatch(/\n---\n\nAs it is\.$/)
      },
      at,
    ))

  test('the template’s frontmatter stays as written; the caller’s values come first', () =>
    withVault(
      files,
      async ({ call, read }) => {
        const { id, title } = await call('create_note', {
          title: 'Say "hi"',
          directory: 'team/a',
          metadata: { mood: 'good', tags: ['x'] },
          tags: ['z'],
        })
        expect(title).toBe('Say "hi"')
        expect(id).toMatch(/^team\/a\/[0-9a-f]{8}-say-hi\.md$/)
        const stem = id.slice('team/a/'.length, -3)
        expect(await read(id)).toBe(
          lines(
            '---',
            '# who',
            'title: "Say \\"hi\\"" # as said',
            'tags: [people, x, z]',
            'mood: good',
            'type: team',
            'date: 2026-03-01',
            ...stamps,
            '---',
            '',
            `In team/a as ${stem} ${stem.slice(0, 8)}`,
          ),
        )
      },
      at,
    ))

  test('a note without a title has the one that zk gives it', () =>
    withVault(files, async ({ call }) => {
      expect(await call('create_note', { directory: 'people' })).toMatchObject({ title: 'Somebody' })
      expect(await call('create_note', { directory: 'x' })).toMatchObject({ id: 'x/untitled.md' })
    }))

  test('file names follow the template, and stay in their folder', () =>
    withVault(
      files,
      async ({ call }) => {
        const make = async (title: string) =>
          (await call('create_note', { title, directory: 'log', content: 'x' })).id
        expect(await make('Walk & talk')).toBe('log/2026-03-01 Walk & talk.md')
        expect(await make('../../etc/{{title}}')).toBe('log/2026-03-01 ..-..-etc-{{title}}.md')
        expect(await make('2026-02-03')).toBe('log/2026-02-03 2026-02-03.md')
      },
      at,
    ))

  test('a template that cannot be used is named with its line, and nothing is written', () =>
    withVault(files, async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      const error = async (template: string) =>
        (await call('create_note', { title: 'A', directory: 'x', template })).error
      expect(await error('broken')).toMatchObject({ code: 'ZK_ERROR', template: '.zk/templates/broken.md' })
      expect(await error('shell.md')).toMatchObject({ code: 'ZK_ERROR', line: 2 })
      expect((await error('../../../etc/passwd')).code).toBe('OUTSIDE_VAULT')
      expect((await error('%2e%2e/%2e%2e/secret')).code).toBe('OUTSIDE_VAULT')
      expect((await error('.flint-note/config')).code).toBe('NOT_FOUND')
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    }))

  test('commands of Templater stay, with a word about it; line ends are those of the template', () =>
    withVault(files, async ({ call, read }) => {
      const loose = await call('create_note', {
        title: 'A {{x}}',
        directory: 'x',
        template: 'loose',
        content: 'More.',
      })
      expect(loose.warnings).toEqual([expect.stringContaining('Templater')])
      expect(await read(loose.id)).toContain('title A {{x}}\n<% tp.date.now() %>\n\nMore.')
      const crlf = await call('create_note', {
        title: 'B',
        directory: 'x',
        template: 'crlf',
        content: 'a\nb',
      })
      expect(await read(crlf.id)).not.toMatch(/[^\r]\n/)
    }))

  test.skipIf(process.platform === 'win32')(
    'a link that leads out of the vault is not followed; a giant is not read',
    () =>
      withVault(files, async ({ call, at: path, folder, write }) => {
        await writeFile(join(folder, 'secret.md'), 'secret')
        await symlink(join(folder, 'secret.md'), path('.zk/templates/link.md'))
        await write('.zk/templates/giant.md', 'x'.repeat(100_000))
        const error = async (template: string) =>
          (await call('create_note', { title: 'A', directory: 'x', template })).error
        expect((await error('link')).code).toBe('OUTSIDE_VAULT')
        expect((await error('giant')).code).toBe('ZK_ERROR')
      }),
  )
})

describe('of Obsidian', () => {
  const files = {
    '.obsidian/templates.json': '{"folder":"Templates","dateFormat":"DD.MM.YYYY"}',
    'Templates/Book.md': lines(
      '---',
      'created: {{date:YYYY-MM-DD}}',
      'author:',
      '---',
      '# {{title}}',
      '{{date}} {{time:HH}} {{other}}',
    ),
    'Notes.md': 'no template\n',
  }

  test('dates and the title are filled in, everything else stays', () =>
    withVault(
      files,
      async ({ call, read }) => {
        const { id } = await call('create_note', { title: 'Tea: {{date}}', directory: '', template: 'book' })
        expect(id).toBe('Tea {{date}}.md')
        const hour = String(now().getHours()).padStart(2, '0')
        expect(await read(id)).toBe(
          lines(
            '---',
            'created: 2026-03-01',
            'author:',
            'title: "Tea: {{date}}"',
            'tags: []',
            'updated: 2026-03-01T12:00:00Z',
            '---',
          ) + lines('# Tea: {{date}}', `01.03.2026 ${hour} {{other}}`),
        )
      },
      at,
    ))

  test('a note outside the templates folder is no template', () =>
    withVault(files, async ({ call }) => {
      const { error } = await call('create_note', { title: 'A', directory: '', template: 'Notes.md' })
      expect(error).toMatchObject({ code: 'NOT_FOUND', template_folders: ['Templates'] })
    }))
})

test.each([
  ['aliases: [{{title}}]', 'Re: plan', { aliases: ['Re: plan'] }],
  ['aliases:\n  - {{title}}', 'a #b', { aliases: ['a #b'] }],
  ['aliases:\n  - {{title}}', '[x]', { aliases: ['[x]'] }],
  ['up: {{title}} notes', 'Re: plan', { up: 'Re: plan notes' }],
  ['year: {{title}}', '1984', { year: '1984' }],
  ['aliases: [{{title}}]', 'Plain', { aliases: ['Plain'] }],
])('the title in %j is %s, whatever YAML would make of it', (frontmatter, title, metadata) =>
  withVault(
    {
      '.obsidian/templates.json': '{"folder":"T"}',
      'T/q.md': `---\n${frontmatter}\n---\nAbout {{title}}\n`,
    },
    async ({ call }) => {
      const { id } = await call('create_note', { title, template: 'q', path: 'n.md' })
      const note = await call('get_note', { identifier: id })
      expect(note.metadata).toMatchObject(metadata)
      expect(note.content).toBe(`About ${title}\n`)
    },
  ),
)
