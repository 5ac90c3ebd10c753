import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ignoreMatcher } from '../../src/files/ignore-matcher.ts'
import { usualTags } from '../../src/model/tag-style.ts'
import { readVaultSettings } from '../../src/settings/read-vault-settings.ts'
import { toMomentFormat } from '../../src/settings/to-moment-format.ts'
import { needsShared, sharedData } from '../support/shared-data.ts'
import { withFolder } from '../support/with-folder.ts'

test('a plain folder, of whatever program, has plain settings; what Logseq keeps for itself is left out', () =>
  withFolder({ 'logseq/config.edn': '{}', '.foam/x': '', 'dendron.yml': '' }, async (root) => {
    expect(await readVaultSettings({ root, registered: true })).toEqual({
      kind: 'plain',
      ignore: ['logseq'],
      excluded: [],
      filename: 'slug',
      linkStyle: 'wikilink',
      linkDropsExtension: false,
      linkPath: 'shortest',
      newNoteFolder: null,
      attachmentsFolder: null,
      dailyFolder: null,
      dailyFormat: null,
      dailyTemplate: null,
      dailyProblems: [],
      templatesFolder: null,
      templateFormats: { date: 'YYYY-MM-DD', time: 'HH:mm' },
      tagStyle: usualTags,
      naming: { kind: 'namespace' },
      zk: null,
      zkFault: null,
      problems: [],
    })
  }))

describe('Obsidian', () => {
  test('its settings are followed', () =>
    withFolder(
      {
        '.obsidian/app.json': JSON.stringify({
          userIgnoreFilters: ['Archive/', 'Notes/private.md', '', '/\\.draft\\.md$/'],
          useMarkdownLinks: true,
          newLinkFormat: 'relative',
          attachmentFolderPath: './files',
          newFileLocation: 'folder',
          newFileFolderPath: 'Inbox/new/',
        }),
        '.obsidian/daily-notes.json':
          '{"folder":"/Journal/","format":"YYYY/MM-DD","template":"Templates/Daily"}',
        '.obsidian/templates.json': '{"folder":"Templates/","dateFormat":"DD.MM.YYYY"}',
      },
      async (root) => {
        expect(await readVaultSettings({ root, registered: true })).toEqual({
          kind: 'obsidian',
          ignore: [],
          excluded: ['Archive/', 'Notes/private.md', '/\\.draft\\.md$/'],
          filename: 'title',
          linkStyle: 'markdown',
          naming: null,
          linkDropsExtension: false,
          linkPath: 'relative',
          newNoteFolder: 'Inbox/new',
          attachmentsFolder: './files',
          dailyFolder: 'Journal',
          dailyFormat: 'YYYY/MM-DD',
          dailyTemplate: 'Templates/Daily.md',
          dailyProblems: [],
          templatesFolder: 'Templates',
          templateFormats: { date: 'DD.MM.YYYY', time: 'HH:mm' },
          tagStyle: usualTags,
          zk: null,
          zkFault: null,
          problems: [],
        })
      },
    ))

  test('an empty folder of settings is Obsidian with its defaults', () =>
    withFolder({ '.obsidian/': '' }, async (root) => {
      const settings = await readVaultSettings({ root, registered: true })
      expect(settings).toMatchObject({
        kind: 'obsidian',
        filename: 'title',
        linkStyle: 'wikilink',
        dailyFolder: null,
      })
      expect(settings.problems).toEqual([])
    }))

  test('daily notes without a folder go to the vault’s root', () =>
    withFolder({ '.obsidian/daily-notes.json': '{"format":"","template":""}' }, async (root) => {
      const settings = await readVaultSettings({ root, registered: true })
      expect(settings).toMatchObject({ dailyFolder: '', dailyFormat: null, dailyTemplate: null })
    }))

  test('periodic notes come before the core plugin while they care for daily notes', () =>
    withFolder(
      {
        '.obsidian/daily-notes.json': '{"folder":"Core"}',
        '.obsidian/plugins/periodic-notes/data.json':
          '{"daily":{"enabled":true,"folder":"Own","format":"gggg-[W]ww"}}',
      },
      async (root) => {
        expect(await readVaultSettings({ root, registered: true })).toMatchObject({
          dailyFolder: 'Own',
          dailyFormat: 'gggg-[W]ww',
        })
      },
    ))

  test('what cannot be read is a problem and no more', () =>
    withFolder(
      {
        '.obsidian/app.json': '{"userIgnoreFilters":["/^x(?=y)/","ok"],"newLinkFormat":"odd"}',
        '.obsidian/daily-notes.json': '{nonsense',
        '.obsidian/templates.json': '',
        '.obsidian/plugins/periodic-notes/data.json': '[]',
      },
      async (root) => {
        const settings = await readVaultSettings({ root, registered: true })
        expect(settings).toMatchObject({ kind: 'obsidian', linkPath: 'shortest' })
        expect([...settings.problems].sort()).toEqual([
          '.obsidian/app.json: /^x(?=y)/ in the excluded files has no effect here, for it looks ahead or behind, or changes flags; exclude a path instead.',
          '.obsidian/app.json: `newLinkFormat` is "odd"; write shortest, relative or absolute.',
          '.obsidian/plugins/periodic-notes/data.json: The file must hold keys and values, such as `name: My notes`.',
          '`.obsidian/daily-notes.json` is not valid JSON.',
        ])
      },
    ))

  test('a folder outside the vault is no setting', () =>
    withFolder({ '.obsidian/daily-notes.json': '{"folder":"../../x","template":"../t"}' }, async (root) => {
      expect(await readVaultSettings({ root, registered: true })).toMatchObject({
        dailyFolder: null,
        dailyTemplate: null,
      })
    }))

  test.skipIf(!existsSync(join(sharedData, 'vaults/kepano-obsidian')))(
    `a real vault is read (${needsShared})`,
    async () => {
      expect(
        await readVaultSettings({ root: join(sharedData, 'vaults/kepano-obsidian'), registered: true }),
      ).toMatchObject({
        kind: 'obsidian',
        attachmentsFolder: 'Attachments',
        dailyFolder: 'Daily',
        dailyTemplate: 'Templates/Daily Note Template.md',
        templatesFolder: 'Templates',
        problems: [],
      })
    },
  )
})

describe('zk', () => {
  const config = `[note]
language = "de"
default-title = "Ohne Titel"
filename = "{{id}}-{{slug title}}"
template = "default.md"
ignore = ["drafts/*", "log.md"]
id-charset = "hex"
id-length = 6
id-case = "upper"

[extra]
author = "Ada"

[group.daily]
paths = ["journal/daily"]
[group.daily.note]
filename = "{{format-date now '%Y-%m-%d'}}"
template = "daily.md"
[group.daily.extra]
mood = "good"

[group.people]
[group.people.note]
default-title = "Jemand"
id-length = 2

[format.markdown]
link-format = "wiki"
colon-tags = true
`
  test('its config is followed', () =>
    withFolder({ '.zk/config.toml': config }, async (root) => {
      expect(await readVaultSettings({ root, registered: true })).toEqual({
        kind: 'zk',
        ignore: ['drafts/*', 'log.md'],
        excluded: [],
        filename: 'slug',
        linkStyle: 'wikilink',
        naming: { kind: 'id', characters: '0123456789ABCDEF', length: 6 },
        linkDropsExtension: true,
        linkPath: 'shortest',
        newNoteFolder: '',
        attachmentsFolder: null,
        dailyFolder: 'journal/daily',
        dailyFormat: 'YYYY-MM-DD',
        dailyTemplate: '.zk/templates/daily.md',
        dailyProblems: [],
        templatesFolder: '.zk/templates',
        templateFormats: { date: 'YYYY-MM-DD', time: 'HH:mm' },
        tagStyle: { hashtags: true, colonTags: true, multiwordTags: false, keywords: true },
        zk: {
          defaultTitle: 'Ohne Titel',
          language: 'de',
          filename: '{{id}}-{{slug title}}',
          extension: 'md',
          template: '.zk/templates/default.md',
          id: { characters: '0123456789ABCDEF', length: 6 },
          extra: { author: 'Ada' },
          groups: [
            {
              name: 'daily',
              paths: ['journal/daily'],
              defaultTitle: 'Ohne Titel',
              filename: "{{format-date now '%Y-%m-%d'}}",
              extension: 'md',
              template: '.zk/templates/daily.md',
              id: { characters: '0123456789ABCDEF', length: 6 },
              extra: { author: 'Ada', mood: 'good' },
            },
            {
              name: 'people',
              paths: ['people'],
              defaultTitle: 'Jemand',
              filename: null,
              extension: 'md',
              template: '.zk/templates/default.md',
              id: { characters: '0123456789ABCDEF', length: 2 },
              extra: { author: 'Ada' },
            },
          ],
          source: config,
        },
        zkFault: null,
        problems: [],
      })
    }))

  test('a folder without a config has zk’s defaults, Markdown links among them', () =>
    withFolder({ '.zk/': '' }, async (root) => {
      expect(await readVaultSettings({ root, registered: true })).toMatchObject({
        kind: 'zk',
        linkStyle: 'markdown',
        zk: { defaultTitle: 'Untitled', filename: null, extension: 'md', groups: [] },
        problems: [],
      })
    }))

  test('a broken config is a problem with its line, and a wrong key one with its name', () =>
    withFolder(
      { 'a/.zk/config.toml': '[note]\nx = \n', 'b/.zk/config.toml': '[note]\nignore = 3\n' },
      async (root) => {
        const broken = await readVaultSettings({ root: join(root, 'a'), registered: true })
        expect(broken).toMatchObject({ kind: 'zk', zk: { language: 'en' } })
        expect(broken.problems[0]).toMatch(/^\.zk\/config\.toml is not valid TOML at line 2: /)
        expect(broken.zkFault).toBe(broken.problems[0])
        expect(await readVaultSettings({ root: join(root, 'b'), registered: true })).toMatchObject({
          problems: ['.zk/config.toml: `note.ignore` is 3; write a list of texts.'],
          zkFault: null,
        })
      },
    ))

  test('where Obsidian keeps the vault too, zk fills what Obsidian leaves open', () =>
    withFolder(
      { '.zk/config.toml': config, '.obsidian/app.json': '{"userIgnoreFilters":["x"]}' },
      async (root) => {
        expect(await readVaultSettings({ root, registered: true })).toMatchObject({
          kind: 'obsidian',
          filename: 'title',
          linkStyle: 'wikilink',
          ignore: ['drafts/*', 'log.md'],
          excluded: ['x'],
          dailyFolder: 'journal/daily',
          zk: { language: 'de' },
        })
      },
    ))
})

test.each([
  ["{{format-date now '%Y-%m-%d'}}", 'YYYY-MM-DD'],
  ['{{date now}}', 'YYYY-MM-DD'],
  ["{{format-date now 'timestamp'}}", 'YYYYMMDDHHmm'],
  ["Log {{format-date now '%d.%m.%y at %H:%M'}}", '[Log] DD.MM.YY [at] HH:mm'],
  ["{{format-date now 'elapsed'}}", null],
  ["{{format-date now '%Q'}}", null],
  ['{{slug title}}', null],
  ["{{format-date (date 'yesterday')}}", null],
])('the date in %j is %j to Moment.js', (template, format) => {
  expect(toMomentFormat(template)).toBe(format)
})

test('a settings folder that is a file is none', () =>
  withFolder({ '.obsidian': '', '.zk': '' }, async (root) => {
    expect((await readVaultSettings({ root, registered: true })).kind).toBe('plain')
  }))

test('what zk excludes is left out, and of the folders of a journal days have their own', async () => {
  const toml =
    '[note]\nignore = ["a"]\nexclude = ["ex"]\n[group.journal]\npaths = ["journal/weekly", "journal/daily"]\n'
  await withFolder({ '.zk/config.toml': toml }, async (root) => {
    const { ignore, dailyFolder } = await readVaultSettings({ root, registered: true })
    expect({ ignore, dailyFolder }).toEqual({ ignore: ['a', 'ex'], dailyFolder: 'journal/daily' })
  })
})

test('what a group of zk excludes is left out of its own folders', async () => {
  const toml =
    '[group.g.note]\nexclude = ["no.md", "./old/**"]\n[group.h]\npaths = ["a/", "b/*"]\n[group.h.note]\nignore = ["*.tmp.md"]\n'
  await withFolder({ '.zk/config.toml': toml }, async (root) => {
    const { ignore } = await readVaultSettings({ root, registered: true })
    expect(ignore).toEqual(['g/no.md', 'g/old/**', 'a/*.tmp.md', 'b/*/*.tmp.md'])
    const isIgnored = ignoreMatcher(ignore)
    expect(['g/no.md', 'a/x.tmp.md', 'b/c/x.tmp.md'].filter(isIgnored)).toHaveLength(3)
    expect(['no.md', 'g/a/no.md', 'g/yes.md', 'b/x.tmp.md'].filter(isIgnored)).toEqual([])
  })
})

test.each([
  ['[]', 'D'],
  ['["periodic-notes"]', 'P'],
  ['nonsense', 'P'],
])('where the plugins that are on are %s, daily notes lie in %s', async (plugins, folder) => {
  const files = {
    '.obsidian/community-plugins.json': plugins,
    '.obsidian/plugins/periodic-notes/data.json': '{"daily":{"enabled":true,"folder":"P"}}',
    '.obsidian/daily-notes.json': '{"folder":"D"}',
  }
  await withFolder(files, async (root) => {
    expect((await readVaultSettings({ root, registered: true })).dailyFolder).toBe(folder)
  })
})
