import { describe, expect, test } from 'vitest'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'
import { now, sampleVault } from '../sample-vault.ts'

const site = lines(
  '# Site',
  '',
  '## Plan',
  '',
  'Three steps.',
  '',
  '### First',
  'One.',
  '',
  '## Costs',
  'Few.',
)
const args = {
  identifier: 'projects/site.md',
  section_header: 'Plan',
  new_title: 'Site plan',
  destination_directory: 'ideas',
}

test('the section becomes a note; under its heading a link to that is left', () =>
  withVault(
    { 'projects/site.md': site },
    async ({ call, read }) => {
      const result = await call('extract_section', args)
      const left = lines('# Site', '', '## Plan', 'See [[site-plan|Site plan]]', '', '## Costs', 'Few.')
      expect(await read('projects/site.md')).toBe(left)
      const made = await read('ideas/site-plan.md')
      expect(made).toMatch(/^---\ntitle: Site plan\n/)
      expect(made.endsWith('---\n\nThree steps.\n\n### First\nOne.\n')).toBe(true)
      expect(result).toMatchObject({
        source_path: 'projects/site.md',
        new_note_path: 'ideas/site-plan.md',
        new_note_title: 'Site plan',
        replaced_with_link: 'See [[site-plan|Site plan]]',
        content_hash: hashOf(left),
        new_content_hash: hashOf(made),
        change_id: expect.any(String),
        diff: expect.stringContaining('+See [[site-plan|Site plan]]'),
        new_diff: expect.stringContaining('+Three steps.'),
      })
      expect(await call('get_backlinks', { identifier: 'Site plan' })).toMatchObject({ total: 1 })
    },
    { now },
  ))

test('a file name that another note bears is linked by path', () =>
  withVault({ 'projects/site.md': site, 'other/site-plan.md': 'Another.\n' }, async ({ call, read }) => {
    await call('extract_section', args)
    expect(await read('projects/site.md')).toContain('See [[ideas/site-plan|Site plan]]')
    expect((await call('get_links', { identifier: 'projects/site.md' })).links).toMatchObject([
      { path: 'ideas/site-plan.md' },
    ])
  }))

test('the link is written as the vault writes links', () =>
  withVault(
    {
      '.obsidian/app.json': '{"useMarkdownLinks": true, "newLinkFormat": "relative"}',
      'projects/site.md': site,
    },
    async ({ call, read }) => {
      await call('extract_section', args)
      expect(await read('projects/site.md')).toContain('See [Site plan](../ideas/Site%20plan.md)')
    },
  ))

test.each([
  ['', 'Site plan', '../ideas/site-plan'],
  ['link-drop-extension = true', 'Site plan v1.2', '../ideas/site-plan-v1.2.md'],
  ['link-drop-extension = false', 'Site plan', '../ideas/site-plan.md'],
])('in a zk notebook with "%s" the link to %s is %s', (setting, title, target) =>
  withVault(
    {
      '.zk/config.toml': `[note]\nfilename = "{{#if title}}${target.replace(/.*\/|\.md$/g, '')}{{/if}}"\n[format.markdown]\n${setting}\n`,
      'projects/site.md': site,
    },
    async ({ call, read }) => {
      const { new_note_path: path } = await call('extract_section', { ...args, new_title: title })
      expect(await read('projects/site.md')).toContain(`See [${title}](${target})`)
      const { links } = await call('get_links', { identifier: 'projects/site.md' })
      expect(links).toMatchObject([{ path }])
    },
  ),
)

test('links in both texts go on leading where they led', () =>
  withVault(
    {
      'work/site.md': lines(
        '# Site',
        '[first](#first) and [[#Costs]]',
        '## Plan',
        '[a](draft.md), [b](../top.md#x "t"), ![i](<img/my pic.png>), [c](gone.md), [d](/top.md)',
        '[[draft]], [[./draft]], [[#Costs|costs]], [[#First]], [e](#costs)',
        '### First',
        '[f]: draft.md',
        '## Costs',
      ),
      'work/draft.md': 'D\n',
      'top.md': 'T\n',
      'work/img/my pic.png': 'x',
    },
    async ({ call, read }) => {
      await call('extract_section', {
        ...args,
        identifier: 'work/site.md',
        new_title: 'Plan b',
        destination_directory: 'ideas/new',
      })
      const made = await read('ideas/new/plan-b.md')
      expect(made.slice(made.indexOf('---\n\n') + 5)).toBe(
        lines(
          '[a](../../work/draft.md), [b](../../top.md#x "t"), ![i](<../../work/img/my pic.png>), [c](gone.md), [d](/top.md)',
          '[[draft]], [[../../work/draft]], [[work/site#Costs|costs]], [[#First]], [e](../../work/site.md#costs)',
          '### First',
          '[f]: ../../work/draft.md',
        ),
      )
      expect(await read('work/site.md')).toBe(
        lines(
          '# Site',
          '[first](../ideas/new/plan-b.md#first) and [[#Costs]]',
          '## Plan',
          'See [[plan-b|Plan b]]',
          '## Costs',
        ),
      )
      expect((await call('find_broken_links')).broken_links).toMatchObject([{ target_title: 'gone.md' }])
    },
  ))

test('links that name their own note follow what moves, as those without a name do', () => {
  const links = '[[#Sub]] [[s#Sub]] [x](#sub) [y](s.md#sub) [[#^b]] [[s#^b]] ![[#^b]] ![[The S#^b|b]]'
  return withVault(
    {
      'a/s.md': lines(
        '---',
        'title: The S',
        '---',
        links,
        '',
        '## A',
        links,
        '### Sub',
        'text ^b',
        '',
        '## Z',
      ),
    },
    async ({ call, read }) => {
      const args = { identifier: 'a/s.md', section_header: 'A', destination_directory: 'd' }
      const { warnings } = await call('extract_section', { ...args, new_title: 'New s' })
      expect(warnings).toBeUndefined()
      expect(await read('a/s.md')).toContain(
        '[[d/new-s#Sub]] [[d/new-s#Sub]] [x](../d/new-s.md#sub) [y](../d/new-s.md#sub) [[d/new-s#^b]] [[d/new-s#^b]] ![[d/new-s#^b]] ![[d/new-s#^b|b]]\n',
      )
      expect(await read('d/new-s.md')).toContain(
        '\n[[#Sub]] [[d/new-s#Sub]] [x](#sub) [y](new-s.md#sub) [[#^b]] [[d/new-s#^b]] ![[#^b]] ![[d/new-s#^b|b]]\n',
      )
    },
  )
})

test('a link by a name that several bear leads where it led, seen from the new folder and beside the new name', () => {
  const x = (text: string) => lines('# X', '', '## S', text, '', '## T', 'keep')
  const files = {
    'a/x.md': x('[[n]] ![[p.png]] [[x#T]] [n](n.md) [[#T]]'),
    'a/n.md': 'N of a\n',
    'b/n.md': 'N of b\n',
    'a/p.png': 'a',
    'b/p.png': 'b',
    'b/other.md': '[[x]] and [[x#T|t]], [[n]]\n',
  }
  const part = { identifier: 'a/x.md', section_header: 'S', destination_directory: 'b' }
  return withVault(files, async ({ call, read }) => {
    const plan = { ...part, new_title: 'x' }
    for (const args of [{ ...plan, dry_run: true }, plan])
      expect(await call('extract_section', args)).toMatchObject({
        updated_references: [{ id: 'b/other.md', links: 2 }],
        diff: expect.stringContaining('+See [[b/x|x]]'),
      })
    const made = await read('b/x.md')
    expect(made.slice(made.indexOf('---\n\n') + 5)).toBe(
      '[[a/n]] ![[a/p.png]] [[a/x#T]] [n](../a/n.md) [[a/x#T]]\n',
    )
    expect(await read('a/x.md')).toBe(x('See [[b/x|x]]'))
    expect(await read('b/other.md')).toBe('[[a/x]] and [[a/x#T|t]], [[n]]\n')
    expect((await call('find_broken_links')).broken_links).toEqual([])
  })
})

test('a link in a heading or elsewhere in the note that the new name would take over is written anew', () =>
  withVault(
    {
      'a/x.md': lines('# X [[plan]]', '', '## On [[plan]]', 'words', '', '## Rest', '[[plan]]'),
      'b/plan.md': 'P\n',
    },
    async ({ call, read }) => {
      const { error } = await call('extract_section', {
        identifier: 'a/x.md',
        section_header: 'On [[plan]]',
        new_title: 'Plan',
        destination_directory: 'a',
      })
      expect(error).toBeUndefined()
      expect(await read('a/x.md')).toBe(
        lines('# X [[b/plan]]', '', '## On [[b/plan]]', 'See [[a/plan|Plan]]', '', '## Rest', '[[b/plan]]'),
      )
    },
  ))

test('a vault without an index gives no section away: nobody knows where its links lead', () =>
  withVault(
    { 'projects/site.md': site, '.flint-note/config.yml': 'search:\n  index_enabled: false\n' },
    async ({ call, read }) => {
      expect((await call('extract_section', args)).error).toMatchObject({ code: 'INDEX_UNAVAILABLE' })
      expect(await read('projects/site.md')).toBe(site)
    },
  ))

test('links of other notes to the heading keep working; those into its subsections are named', () =>
  withVault(
    { 'projects/site.md': site, 'x.md': 'See [[site#Plan]] and\n[[site#First]].\n' },
    async ({ call }) => {
      const { warnings } = await call('extract_section', args)
      expect(warnings).toEqual([expect.stringContaining('x.md:2 links to "First"')])
    },
  ))

test('a text with CRLF gives a note with CRLF', () =>
  withVault({ 'projects/site.md': site.replaceAll('\n', '\r\n') }, async ({ call, read }) => {
    await call('extract_section', args)
    for (const path of ['projects/site.md', 'ideas/site-plan.md'])
      expect(await read(path)).not.toMatch(/[^\r]\n/)
  }))

test('a dry run shows both diffs and makes nothing', () =>
  withVault({ 'projects/site.md': site }, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    const plan = await call('extract_section', { ...args, dry_run: true })
    expect(plan).toMatchObject({ dry_run: true, new_note_path: 'ideas/site-plan.md' })
    expect(plan.change_id).toBeUndefined()
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('a dry run refuses what the call itself refuses', () =>
  withVault({ 'projects/site.md': site, 'ideas/Site-Plan.md': 'Mine.\n' }, async ({ call }) => {
    const error = { code: 'ALREADY_EXISTS', path: 'ideas/Site-Plan.md' }
    for (const dry_run of [true, false])
      expect(await call('extract_section', { ...args, dry_run })).toMatchObject({ error })
  }))

test('what the type of the new note requires is told how to give', () =>
  withVault(
    {
      'projects/site.md': site,
      'rev/_description.md': '# R\n\n## Metadata Schema\n- mood: (required, string)\n',
    },
    async ({ call }) => {
      const { error } = await call('extract_section', { ...args, destination_directory: 'rev' })
      expect(error).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'mood' }] })
      expect(error.hint).toMatch(/create_note with path "rev\/.*\.md" and metadata/)
    },
  ))

describe('what is refused leaves every byte', () => {
  const cases: readonly (readonly [string, object, string])[] = [
    ['a title that is taken', { new_title: 'Taken' }, 'ALREADY_EXISTS'],
    ['one that differs in case', { new_title: 'TAKEN' }, 'ALREADY_EXISTS'],
    ['a missing section', { section_header: 'None' }, 'SECTION_NOT_FOUND'],
    ['one of several', { section_header: 'Log' }, 'SECTION_NOT_FOUND'],
    ['an empty section', { section_header: 'Empty' }, 'VALIDATION_FAILED'],
    ['a blank title', { new_title: ' ' }, 'INVALID_ARGUMENT'],
    ['a title of two lines', { new_title: 'a\nb' }, 'INVALID_ARGUMENT'],
    ['a NUL', { new_title: 'a\0b' }, 'INVALID_ARGUMENT'],
    ['a folder outside', { destination_directory: '../x' }, 'OUTSIDE_VAULT'],
    ['a hidden folder', { destination_directory: '.x' }, 'INVALID_PATH'],
    ['a stale hash', { content_hash: hashOf('old') }, 'CONTENT_HASH_MISMATCH'],
  ]
  const text = `${site}\n## Log\na\n## Log\nb\n## Empty\n\n`
  test.each(cases)('%s', (_what, wrong, code) =>
    withVault(
      { ...sampleVault, 'projects/site.md': text, 'ideas/taken.md': 'Mine.\n' },
      async ({ call, folder }) => {
        const before = await hashFiles(`${folder}/main`)
        const { error } = await call('extract_section', { ...args, ...wrong })
        expect(error).toMatchObject({ code, hint: expect.any(String) })
        expect(await hashFiles(`${folder}/main`)).toEqual(before)
      },
    ),
  )
})

describe('link definitions and footnotes', () => {
  const place = { identifier: 'a.md', new_title: 'New', destination_directory: 'ideas' }
  const bodyOf = (text: string) => text.slice(text.indexOf('---\n\n') + 5)

  test('are in each of the two notes that uses them', () => {
    const text = lines(
      'Before [r], ![x][Pic] and a note.[^1] `[code]`',
      '',
      '## Part',
      'Uses [text][R], [own], [far][] and[^2].',
      '',
      '[own]: https://example.com/own',
      '[pic]: pic.png',
      '[code]: https://example.com/code',
      '',
      '[^1]: Said here.',
      '    And here.',
      '',
      '## Rest',
      'More [r].',
      '',
      '[r]: b.md "B"',
      '[far]: b.md#Far',
      '',
      '[^2]: See [deep].',
      '',
      '[deep]: https://example.com/deep',
    )
    return withVault({ 'a.md': text, 'b.md': '# B\n\n## Far\n', 'pic.png': 'x' }, async ({ call, read }) => {
      await call('extract_section', { ...place, section_header: 'Part' })
      expect(await read('a.md')).toBe(
        lines(
          'Before [r], ![x][Pic] and a note.[^1] `[code]`',
          '',
          '## Part',
          'See [[New]]',
          '',
          '## Rest',
          'More [r].',
          '',
          '[r]: b.md "B"',
          '[pic]: pic.png',
          '[^1]: Said here.',
          '    And here.',
        ),
      )
      expect(bodyOf(await read('ideas/new.md'))).toBe(
        lines(
          'Uses [text][R], [own], [far][] and[^2].',
          '',
          '[own]: https://example.com/own',
          '[pic]: ../pic.png',
          '[code]: https://example.com/code',
          '',
          '[^1]: Said here.',
          '    And here.',
          '',
          '[r]: ../b.md "B"',
          '[far]: ../b.md#Far',
          '[^2]: See [deep].',
          '',
          '[deep]: https://example.com/deep',
        ),
      )
    })
  })

  test('of a last section stay in the note, too, where that uses them, with its line ends', () => {
    const text = 'See [r].\r\n\r\n## Part\r\nText\r\n\r\n[r]: https://example.com/'
    return withVault({ 'a.md': text }, async ({ call, read }) => {
      await call('extract_section', { ...place, section_header: 'Part' })
      const left = 'See [r].\r\n\r\n## Part\r\nSee [[New]]\r\n\r\n[r]: https://example.com/\r\n'
      expect(await read('a.md')).toBe(left)
    })
  })
})

test('a part of a note from outside says so, and is not the note of its source', () =>
  withVault({ 'raw/a.md': '# Plan\n\nOne.\n' }, async ({ call, read }) => {
    const { note_path: path } = await call('ingest', { source: 'raw/a.md' })
    const { new_note_path: part } = await call('extract_section', {
      identifier: path,
      section_header: 'Raw Content',
      new_title: 'Words',
      destination_directory: 'a',
    })
    for (const line of ['source: raw/a.md', 'source_type: ingested', 'untrusted: true'])
      expect(await read(part)).toContain(`\n${line}\n`)
    expect(await call('get_note', { identifier: part })).toMatchObject({ untrusted: true })
    expect(await call('ingest', { source: 'raw/a.md' })).toMatchObject({ note_path: path, created: false })
  }))

test('/ is the vault’s root', () =>
  withVault({ 'a/x.md': site }, async ({ call }) => {
    const wish = { identifier: 'a/x.md', section_header: 'Costs', new_title: 'Costs' }
    expect(await call('extract_section', { ...wish, destination_directory: '/' })).toMatchObject({
      new_note_path: 'costs.md',
    })
  }))

test('of a label that is defined twice the definition that counts goes, and the other stays', () =>
  withVault(
    {
      'd/a.md': lines(
        '# T',
        '',
        '## One',
        '',
        'see[^1]',
        '',
        '## Two',
        '',
        '[^1]: first',
        '',
        '## Three',
        '',
        '[^1]: second',
      ),
    },
    async ({ call, read }) => {
      const args = { section_header: 'One', new_title: 'E', destination_directory: 'x' }
      const { new_path: path } = await call('extract_section', { identifier: 'd/a.md', ...args })
      expect(await read('d/a.md')).toContain('## Three\n\n[^1]: second\n')
      expect(await read(String(path ?? 'x/e.md'))).toContain('[^1]: first\n')
    },
  ))

test.each(['[e]: b.md\n"Title two\nlines"', '[e]: b.md "two\nlines"'])(
  'a definition goes with all lines of its title: %j',
  (definition) =>
    withVault(
      { 'b.md': 'B\n', 'a.md': `## A\n\nx [t][e]\n\n## Z\n\n${definition}\n\nend\n` },
      async ({ call, read }) => {
        const place = { new_title: 'New', destination_directory: 'f' }
        await call('extract_section', { identifier: 'a', section_header: 'A', ...place })
        expect(await read('a.md')).toBe('## A\nSee [[New]]\n\n## Z\n\nend\n')
        expect(await read('f/new.md')).toContain(`\n${definition.replace('b.md', '../b.md')}\n`)
        await call('move_note', { identifier: 'b.md', destination_directory: 'f' })
        expect(await read('f/new.md')).toContain(`\n${definition}\n`)
      },
    ),
)

test('a definition goes with the line of its title', () =>
  withVault(
    {
      'b.md': 'B\n',
      'a.md': lines(
        '# A',
        '',
        '## One',
        '',
        'see [y][q]',
        '',
        '## Two',
        '',
        'x',
        '',
        '[q]:',
        '  b.md',
        '  "A title"',
        '',
        'End.',
      ),
    },
    async ({ call, read }) => {
      await call('extract_section', {
        identifier: 'a',
        section_header: 'One',
        new_title: 'New',
        destination_directory: 'f',
      })
      expect(await read('a.md')).toBe(
        lines('# A', '', '## One', 'See [[New]]', '', '## Two', '', 'x', '', 'End.'),
      )
      expect(await read('f/new.md')).toMatch(/\[q\]:\n {2}\.\.\/b\.md\n {2}"A title"\n$/)
    },
  ))
