import { describe, expect, test } from 'vitest'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { column } from '../../support/plain.ts'
import { withVault } from '../../support/with-vault.ts'
import { now, nowText, sampleVault } from '../sample-vault.ts'

const soup = sampleVault['recipes/leek-soup.md']
const content_hash = hashOf(soup)
const identifier = 'recipes/leek-soup.md'

test('the body is replaced, and nothing else but the time of change', () =>
  withVault(
    sampleVault,
    async ({ call, read }) => {
      const result = await call('update_note', { identifier, content: '# New\n', content_hash })
      const after = soup
        .slice(0, soup.indexOf('# Leek soup'))
        .replace('updated: 2026-01-20T18:30:00Z', `updated: ${nowText}`)
      expect(await read(identifier)).toBe(`${after}# New\n`)
      expect(result).toEqual({
        vault: { id: 'main', name: 'The main vault', is_current: true },
        id: identifier,
        path: identifier,
        type: 'recipes',
        updated: true,
        change_id: expect.any(String),
        content_hash: hashOf(`${after}# New\n`),
        diff: expect.stringMatching(/^-# Leek soup$/m),
        lines_changed: '+2 -8',
      })
    },
    { now },
  ))

test('metadata is merged; null removes a key; every other line stays as it was', () => {
  const text = lines(
    '---',
    "title: 'Odd'   # quoted",
    'tags: [ a,  b ]',
    '# why',
    'old: 1',
    'day: 2026-01-01',
    '---',
    '',
    'Body',
  )
  return withVault({ 'odd.md': text }, async ({ call, read }) => {
    const metadata = { old: null, status: 'open' }
    const { diff } = await call('update_note', { identifier: 'odd', metadata, content_hash: hashOf(text) })
    expect(await read('odd.md')).toBe(
      text.replace('old: 1\n', '').replace('2026-01-01\n', '2026-01-01\nstatus: open\n'),
    )
    expect(diff).toContain('-old: 1')
    expect(diff).toContain('+status: open')
  })
})

test('body and metadata change in one step', () =>
  withVault(sampleVault, async ({ call, read }) => {
    await call('update_note', { identifier, content: 'New\n', metadata: { servings: 6 }, content_hash })
    expect(await read(identifier)).toMatch(/servings: 6\n[^]*\n---\n\nNew\n$/)
  }))

test('append and prepend need no hash, and honour one', () =>
  withVault({ 'log.md': lines('---', 'title: Log', '---', '', 'One') }, async ({ call, read }) => {
    await call('update_note', { identifier: 'log', content: 'Two', mode: 'append' })
    await call('update_note', { identifier: 'log', content: 'Zero', mode: 'prepend' })
    expect(await read('log.md')).toBe(lines('---', 'title: Log', '---', '', 'Zero', 'One', 'Two'))
    const stale = { identifier: 'log', content: 'X', mode: 'append', content_hash: hashOf('old') }
    expect((await call('update_note', stale)).error.code).toBe('CONTENT_HASH_MISMATCH')
  }))

test('the bytes of a note with CRLF, a BOM and no final newline stay', () => {
  const text = '\uFEFF---\r\ntitle: Win\r\n---\r\n\r\nOne\r\nTwo'
  return withVault({ 'win.md': text }, async ({ call, read }) => {
    await call('update_note', { identifier: 'win', content: 'Three', mode: 'append' })
    expect(await read('win.md')).toBe(`${text}\r\nThree\r\n`)
    const again = await call('get_note', { identifier: 'win' })
    await call('update_note', { identifier: 'win', metadata: { a: 1 }, content_hash: again.content_hash })
    expect(await read('win.md')).toBe(`${text.replace('Win\r\n', 'Win\r\na: 1\r\n')}\r\nThree\r\n`)
  })
})

describe('the hash', () => {
  test('is required to replace content or metadata', () =>
    withVault(sampleVault, async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      for (const change of [
        { content: 'X' },
        { metadata: { servings: 1 } },
        { content: 'X', metadata: {} },
      ]) {
        const { error } = await call('update_note', { identifier, ...change })
        expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', hint: expect.stringContaining('get_note') })
      }
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    }))

  test('that is stale writes nothing and comes back with the present one', () =>
    withVault(sampleVault, async ({ call, read, write }) => {
      await write(identifier, `${soup}Salt!\n`)
      const { error } = await call('update_note', { identifier, content: 'X', content_hash })
      expect(error).toMatchObject({
        code: 'CONTENT_HASH_MISMATCH',
        current_hash: hashOf(`${soup}Salt!\n`),
        provided_hash: content_hash,
        hint: expect.stringContaining('get_note'),
      })
      expect(await read(identifier)).toBe(`${soup}Salt!\n`)
    }))

  test('of the last write serves for the next one', () =>
    withVault(sampleVault, async ({ call, read }) => {
      let hash = content_hash
      for (const content of ['One\n', 'Two\n', 'Three\n']) {
        const result = await call('update_note', { identifier, content, expected_content_hash: hash })
        expect(result.error).toBeUndefined()
        hash = result.content_hash
      }
      expect(hashOf(await read(identifier))).toBe(hash)
    }))

  test('lets one of many writers at once through', () =>
    withVault(sampleVault, async ({ call, read }) => {
      const tries = Array.from({ length: 8 }, (_, n) =>
        call('update_note', { identifier, content: `I am ${n}\n`, content_hash }),
      )
      const results = await Promise.all(tries)
      const winners = results.filter(({ error }) => error === undefined)
      expect(winners).toHaveLength(1)
      expect(hashOf(await read(identifier))).toBe(winners[0].content_hash)
      for (const { error } of results) if (error) expect(error.code).toBe('CONTENT_HASH_MISMATCH')
    }))
})

test('a dry run shows the exact diff and changes nothing', () =>
  withVault(
    sampleVault,
    async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      const args = { identifier, metadata: { course: 'main' }, content_hash }
      const plan = await call('update_note', { ...args, dry_run: true })
      expect(plan).toMatchObject({ dry_run: true, updated: false })
      expect(plan).not.toHaveProperty('change_id')
      expect(plan.diff.split('\n').filter((line: string) => /^[+-](?![+-])/.test(line))).toEqual([
        '-course: starter',
        '+course: main',
        '-updated: 2026-01-20T18:30:00Z',
        `+updated: ${nowText}`,
      ])
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
      const done = await call('update_note', args)
      expect([done.diff, done.content_hash]).toEqual([plan.diff, plan.content_hash])
    },
    { now },
  ))

test('what is already so is no change', () =>
  withVault(sampleVault, async ({ call, read }) => {
    const result = await call('update_note', { identifier, metadata: { servings: 4 }, content_hash })
    expect(result).toMatchObject({ updated: false, content_hash, diff: '' })
    expect(await read(identifier)).toBe(soup)
  }))

describe('metadata is checked against the type', () => {
  test('a bad value or a required field taken away fails, and names the fields', () =>
    withVault(sampleVault, async ({ call, read }) => {
      for (const [metadata, fields] of [
        [{ servings: 'many', course: 'snack' }, ['servings', 'course']],
        [{ servings: null }, ['servings']],
        [{ steps: [1, 2, 3, 4] }, ['steps']],
      ] as const) {
        const { error } = await call('update_note', { identifier, metadata, content_hash })
        expect(error.code, JSON.stringify(metadata)).toBe('VALIDATION_FAILED')
        expect(column(error.fields, 'field')).toEqual(fields)
      }
      expect(await read(identifier)).toBe(soup)
    }))

  test('an unknown field is a warning', () =>
    withVault(sampleVault, async ({ call }) => {
      const { warnings } = await call('update_note', { identifier, metadata: { serving: 2 }, content_hash })
      expect(warnings).toEqual([expect.stringMatching(/^serving: .*`servings`/)])
    }))

  test('a note that lacked a field before can still be changed', () =>
    withVault({ ...sampleVault, 'recipes/old.md': 'Just text.\n' }, async ({ call }) => {
      const note = await call('get_note', { identifier: 'recipes/old.md' })
      const change = {
        identifier: 'recipes/old.md',
        metadata: { course: 'main' },
        content_hash: note.content_hash,
      }
      expect(await call('update_note', change)).toMatchObject({ updated: true })
    }))

  test('strict_validation and validate_on_update have an effect', async () => {
    const config = (line: string) => ({ ...sampleVault, '.flint-note/config.yml': `metadata:\n  ${line}\n` })
    await withVault(config('strict_validation: true'), async ({ call }) => {
      const { error } = await call('update_note', { identifier, metadata: { serving: 2 }, content_hash })
      expect(error).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'serving' }] })
    })
    await withVault(config('validate_on_update: false'), async ({ call }) => {
      const result = await call('update_note', { identifier, metadata: { servings: 'many' }, content_hash })
      expect(result.updated).toBe(true)
    })
  })
})

describe('a batch', () => {
  const leeks = hashOf(sampleVault['garden/leeks.md'])

  test('that lacks a hash is refused whole', () =>
    withVault(sampleVault, async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      const updates = [
        { identifier, content: 'X', content_hash },
        { identifier: 'garden/leeks.md', metadata: { status: 'eaten' } },
        { identifier: 'journal.md', content: 'Added', mode: 'append' },
      ]
      const { error } = await call('update_note', { updates })
      expect(error).toMatchObject({
        code: 'INVALID_ARGUMENT',
        identifiers: ['garden/leeks.md'],
        hint: expect.stringContaining('get_notes'),
      })
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    }))

  test('does what it can; each item says how it went', () =>
    withVault(sampleVault, async ({ call, read }) => {
      const updates = [
        { identifier, content: 'X\n', content_hash },
        { path: 'garden/leeks.md', metadata: { status: 'eaten' }, expected_content_hash: leeks },
        { identifier: 'journal.md', content: 'More', mode: 'append' },
        { identifier: 'journal.md', content: 'All new', content_hash: hashOf('stale') },
        { identifier: 'nowhere.md', content: 'X', content_hash },
      ]
      const result = await call('update_note', { updates })
      expect(result).toMatchObject({ total: 5, successful: 3, failed: 2, vault: { id: 'main' } })
      expect(result.results[0]).toEqual({
        input: { identifier },
        success: true,
        result: expect.objectContaining({ id: identifier, updated: true, content_hash: expect.any(String) }),
      })
      expect(result.results[3].error).toMatchObject({
        code: 'CONTENT_HASH_MISMATCH',
        current_hash: hashOf(await read('journal.md')),
        provided_hash: hashOf('stale'),
      })
      expect(result.results[4].error.code).toBe('NOT_FOUND')
      expect(await read('garden/leeks.md')).toContain('status: eaten')
    }))

  test('works with the hashes of get_notes without contents, for long notes too', () =>
    withVault({ 'a.md': 'Long. '.repeat(20_000), 'b.md': 'Short.' }, async ({ call, read }) => {
      const { results } = await call('get_notes', {
        identifiers: ['a.md', 'b.md'],
        fields: ['id', 'content_hash'],
      })
      const updates = results.map(({ note }: { note: { id: string; content_hash: string } }) => ({
        identifier: note.id,
        content: 'New.',
        content_hash: note.content_hash,
      }))
      expect(await call('update_note', { updates })).toMatchObject({ successful: 2, failed: 0 })
      expect(await read('a.md')).toBe('New.')
    }))

  test('and a single change exclude each other', () =>
    withVault(sampleVault, async ({ call }) => {
      const updates = [{ identifier, content: 'X', content_hash }]
      expect((await call('update_note', { updates, identifier })).error.code).toBe('INVALID_ARGUMENT')
      expect((await call('update_note', { updates, content: 'Y' })).error?.code).toBe('INVALID_ARGUMENT')
      expect((await call('update_note', {})).error).toMatchObject({
        code: 'INVALID_ARGUMENT',
        hint: expect.any(String),
      })
      expect((await call('update_note', { identifier, content_hash })).error.code).toBe('INVALID_ARGUMENT')
    }))
})

test('a body with a second frontmatter, and one that cannot be read, are refused', () =>
  withVault({ ...sampleVault, 'odd.md': '---\ntitle: [open\n---\nBody\n' }, async ({ call, read }) => {
    const two = await call('update_note', { identifier, content: '---\na: 1\n---\nX\n', content_hash })
    expect(two.error).toMatchObject({ code: 'VALIDATION_FAILED', hint: expect.stringContaining('metadata') })
    const odd = await call('get_note', { identifier: 'odd' })
    const args = { identifier: 'odd', metadata: { a: 1 }, content_hash: odd.content_hash }
    expect((await call('update_note', args)).error).toMatchObject({
      code: 'VALIDATION_FAILED',
      hint: expect.any(String),
    })
    expect(await read('odd.md')).toBe('---\ntitle: [open\n---\nBody\n')
  }))

describe('a frontmatter whose closing fence ends the file', () => {
  for (const lineBreak of ['\n', '\r\n']) {
    const text = ['---', 'title: Bare', 'tags: [a]', '---'].join(lineBreak)
    const name = lineBreak === '\n' ? 'LF' : 'CRLF'

    for (const mode of ['replace', 'prepend', 'append']) {
      test(`content gets lines of its own, ${name}, ${mode}`, () =>
        withVault({ 'bare.md': text }, async ({ call, read }) => {
          const written = { identifier: 'bare.md', content: 'hi', mode, content_hash: hashOf(text) }
          await call('update_note', written)
          expect((await read('bare.md')).trimEnd()).toBe(`${text}${lineBreak}hi`)
          expect(await call('get_note', { identifier: 'bare.md' })).toMatchObject({ title: 'Bare' })
        }))
    }

    test(`an empty line that the content begins with stays its own, ${name}`, () =>
      withVault({ 'bare.md': text }, async ({ call, read }) => {
        await call('update_note', { identifier: 'bare.md', content: '\nhi', content_hash: hashOf(text) })
        expect(await read('bare.md')).toBe(`${text}${lineBreak}${lineBreak}${lineBreak}hi`)
        expect(await call('get_note', { identifier: 'bare.md' })).toMatchObject({
          content: '\nhi'.replace('\n', lineBreak),
        })
      }))

    test(`no content changes nothing, ${name}`, () =>
      withVault({ 'bare.md': text }, async ({ call, read }) => {
        for (const mode of ['replace', 'prepend'])
          await call('update_note', { identifier: 'bare.md', content: '', mode, content_hash: hashOf(text) })
        expect(await read('bare.md')).toBe(text)
      }))

    test(`the other writers leave the fence alone, ${name}`, () =>
      withVault(
        {
          'one.md': text,
          'two.md': text,
          'three.md': text,
          'four.md': text,
          'five.md': ['---', 'a: 1', '---'].join(lineBreak),
        },
        async ({ call, read }) => {
          await call('add_todo', { identifier: 'one.md', text: 'Call' })
          await call('update_tags', { identifier: 'two.md', add_tags: ['b'] })
          await call('append_to_note', { identifier: 'three.md', content: 'hi', section_header: 'New' })
          await call('update_note', {
            identifier: 'four.md',
            metadata: { up: 'x' },
            content_hash: hashOf(text),
          })
          await call('update_tags', { identifier: 'five.md', add_tags: ['b'] })
          const head = `${text}${lineBreak}`
          expect((await read('one.md')).replaceAll(lineBreak, '|')).toMatch(/a\]\|---\|+- \[ \] Call\|?$/)
          expect(await read('two.md')).toBe(text.replace('[a]', '[a, b]'))
          expect((await read('three.md')).startsWith(head)).toBe(true)
          expect(await read('four.md')).toBe(text.replace(/---$/, `up: x${lineBreak}---`))
          expect((await read('five.md')).replaceAll(lineBreak, '|')).toBe('---|a: 1|tags: [b]|---')
        },
      ))
  }
})

describe('metadata that changes the title', () => {
  const note = '---\ntitle: Old name\n---\n\nText\n'
  const files = { 'a.md': note, 'b.md': 'See [[Old name]] and [[old name|it]].\n', 'c.md': 'See [[a]].\n' }
  const retitle = (metadata: object) => ({ identifier: 'a.md', metadata, content_hash: hashOf(note) })

  test('tells of the links that find the note by the old one, once and in a batch', () =>
    withVault(files, async ({ call }) => {
      const warnings = [expect.stringMatching(/^2 links use the title "Old name".*rename_note/)]
      const dry = await call('update_note', { ...retitle({ title: 'New' }), dry_run: true })
      expect(dry.warnings).toEqual(warnings)
      const { results } = await call('update_note', { updates: [retitle({ title: 'New' })] })
      expect(results[0].result.warnings).toEqual(warnings)
    }))

  test('says nothing where every link goes on leading to the note', () =>
    withVault(files, async ({ call }) => {
      const kept = await call('update_note', retitle({ title: 'New', aliases: ['Old name'] }))
      expect(kept.warnings).toBeUndefined()
      expect(kept.updated).toBe(true)
    }))
})

test('a rule at the beginning makes no frontmatter of what follows', () =>
  withVault({ 'a.md': 'plain\n', 'empty.md': '' }, async ({ call, read }) => {
    const { content_hash } = await call('get_note', { identifier: 'a' })
    const content = '---\n\n## Part\n\ntext\n\n---\n\nmore\n'
    for (const args of [
      { identifier: 'a', content, content_hash },
      { identifier: 'a', content: '---\nkey\n---\n', mode: 'prepend' },
    ]) {
      const { error } = await call('update_note', args)
      expect(error).toMatchObject({ code: 'VALIDATION_FAILED', hint: expect.stringContaining('***') })
    }
    expect((await call('append_to_note', { identifier: 'empty', content })).error.code).toBe(
      'VALIDATION_FAILED',
    )
    expect([await read('a.md'), await read('empty.md')]).toEqual(['plain\n', ''])
    // Only a beginning that nothing can read is refused.
    const kept = await call('update_note', {
      identifier: 'a',
      content: '---\nkey: 1\n---\nBody\n',
      content_hash,
    })
    expect(kept.error).toBeUndefined()
    expect((await call('append_to_note', { identifier: 'a', content: '---' })).error).toBeUndefined()
  }))
