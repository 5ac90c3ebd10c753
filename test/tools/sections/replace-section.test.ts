import { describe, expect, test } from 'vitest'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'
import { now, sampleVault } from '../sample-vault.ts'

const plan = lines('# Site', '', '## Plan', '', 'Old.', '', '## Costs', 'Few.')

test('the section’s body is another one; the heading, its blank end and all else stay', () =>
  withVault({ 'site.md': plan }, async ({ call, read }) => {
    const args = { identifier: 'Site', section_header: 'Plan', new_content: '\nNew.\n\nNewer.\n' }
    const result = await call('replace_section', args)
    const after = lines('# Site', '', '## Plan', '', 'New.', '', 'Newer.', '', '## Costs', 'Few.')
    expect(await read('site.md')).toBe(after)
    expect(result).toMatchObject({
      id: 'site.md',
      path: 'site.md',
      section_header: 'Plan',
      line: 3,
      previous_content: '\nOld.',
      new_content: '\nNew.\n\nNewer.\n',
      content_hash: hashOf(after),
      change_id: expect.any(String),
    })
    expect(result.diff).toMatch(/-Old\.\n\+New\./)
    expect(result.warnings).toBeUndefined()
  }))

test('previous_content given back gives the same bytes', () =>
  withVault({ 'a.md': plan }, async ({ call, read }) => {
    for (const section_header of ['Plan', 'Costs', 'Site']) {
      const { previous_content } = await call('replace_section', {
        identifier: 'a',
        section_header,
        new_content: 'Else',
      })
      await call('replace_section', { identifier: 'a', section_header, new_content: previous_content })
      expect(await read('a.md'), section_header).toBe(plan)
    }
  }))

test('a section ends at the next heading of its level; its subsections go with it, and are named', () =>
  withVault({ 'a.md': lines('## A', 'x', '### Within', 'y', '## B', 'z') }, async ({ call, read }) => {
    const result = await call('replace_section', { identifier: 'a', section_header: 'A', new_content: 'New' })
    expect(await read('a.md')).toBe(lines('## A', 'New', '## B', 'z'))
    expect(result.warnings).toEqual([expect.stringContaining('"Within"')])
  }))

test('any level, underlined headings and closing marks', () =>
  withVault(
    { 'a.md': lines('Top', '===', 'one', '', 'Under', '-----', 'two', '', '#### Deep ####', 'three') },
    async ({ call, read }) => {
      await call('replace_section', { identifier: 'a', section_header: '#### Deep', new_content: '3' })
      await call('replace_section', { identifier: 'a', section_header: 'Under', new_content: '2' })
      expect(await read('a.md')).toBe(lines('Top', '===', 'one', '', 'Under', '-----', '2'))
    },
  ))

test('an empty content empties the section', () =>
  withVault({ 'a.md': plan }, async ({ call, read }) => {
    await call('replace_section', { identifier: 'a', section_header: 'Plan', new_content: '' })
    expect(await read('a.md')).toBe(lines('# Site', '', '## Plan', '', '## Costs', 'Few.'))
  }))

test('updated moves on where the note has it; the same content again changes nothing', () =>
  withVault(
    { 'a.md': lines('---', 'updated: 2020-01-01', '---', '## A', 'x') },
    async ({ call, read }) => {
      const args = { identifier: 'a', section_header: 'A', new_content: 'y' }
      expect((await call('replace_section', args)).change_id).toEqual(expect.any(String))
      expect(await read('a.md')).toBe(lines('---', 'updated: 2026-03-01', '---', '## A', 'y'))
      expect((await call('replace_section', args)).change_id).toBeUndefined()
    },
    { now },
  ))

test('headings of the section’s level in the content are named', () =>
  withVault({ 'a.md': lines('## A', 'x', '## B') }, async ({ call, read }) => {
    const args = { identifier: 'a', section_header: 'A', new_content: 'y\n\n## C\nz' }
    expect((await call('replace_section', args)).warnings).toEqual([expect.stringContaining('"C" in line 4')])
    expect(await read('a.md')).toBe(lines('## A', 'y', '', '## C', 'z', '## B'))
  }))

test('a dry run shows the diff and changes nothing', () =>
  withVault({ 'a.md': plan }, async ({ call, read }) => {
    const args = { identifier: 'a', section_header: 'Plan', new_content: 'New' }
    const shown = await call('replace_section', { ...args, dry_run: true })
    expect(shown).toMatchObject({ dry_run: true, previous_content: '\nOld.' })
    expect(await read('a.md')).toBe(plan)
    expect((await call('replace_section', args)).diff).toBe(shown.diff)
  }))

describe('what is refused leaves every byte', () => {
  const twice = lines('# One', '## Log', 'a', '# Two', '## Log', 'b', '### Log', 'c', '## Log', 'd')
  const cases: readonly (readonly [string, object, string])[] = [
    ['a missing section', { section_header: 'Costs' }, 'SECTION_NOT_FOUND'],
    ['a heading at another level', { section_header: '### Two' }, 'SECTION_NOT_FOUND'],
    ['another case', { section_header: 'two' }, 'SECTION_NOT_FOUND'],
    ['one of several', { section_header: 'Log' }, 'SECTION_NOT_FOUND'],
    ['one of several with a path', { section_header: 'Two > Log' }, 'SECTION_NOT_FOUND'],
    ['a line that is another heading', { section_header: 'Log', line: 4 }, 'SECTION_NOT_FOUND'],
    ['an empty header', { section_header: '' }, 'INVALID_ARGUMENT'],
    ['a NUL', { section_header: 'One', new_content: 'a\0b' }, 'INVALID_ARGUMENT'],
    [
      'an open fence before other sections',
      { section_header: 'One', new_content: '```\nx' },
      'VALIDATION_FAILED',
    ],
    ['an open comment', { section_header: 'One', new_content: '<!-- x' }, 'VALIDATION_FAILED'],
    ['the heading itself', { section_header: 'One', new_content: '# One\nx' }, 'VALIDATION_FAILED'],
    ['a stale hash', { section_header: 'One', content_hash: hashOf('old') }, 'CONTENT_HASH_MISMATCH'],
    ['a missing note', { identifier: 'none', section_header: 'One' }, 'NOT_FOUND'],
  ]
  test.each(cases)('%s', (_what, args, code) =>
    withVault({ ...sampleVault, 'twice.md': twice }, async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      const all = { identifier: 'twice', new_content: 'X', ...args }
      expect((await call('replace_section', all)).error).toMatchObject({ code, hint: expect.any(String) })
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    }),
  )

  test('of several the error names line, level and what tells them apart', () =>
    withVault({ 'twice.md': twice }, async ({ call, read }) => {
      const args = { identifier: 'twice', section_header: 'Log', new_content: 'X' }
      const { error } = await call('replace_section', args)
      expect(error.candidates).toEqual([
        { section_header: 'One > Log', level: 2, line: 2 },
        { section_header: 'Two > Log', level: 2, line: 5 },
        { section_header: 'Two > Log > Log', level: 3, line: 7 },
        { section_header: 'Two > Log', level: 2, line: 9 },
      ])
      await call('replace_section', { ...args, section_header: 'One > Log' })
      await call('replace_section', { ...args, line: 9 })
      expect(await read('twice.md')).toBe(twice.replace('\na\n', '\nX\n').replace('\nd\n', '\nX\n'))
    }))

  test('of none the error has the outline and the nearest name', () =>
    withVault({ 'a.md': plan }, async ({ call }) => {
      const args = { identifier: 'a', section_header: 'Plans', new_content: 'X' }
      expect((await call('replace_section', args)).error).toMatchObject({
        nearest: ['Plan'],
        headings: ['Site', 'Plan', 'Costs'],
        outline: expect.arrayContaining([{ level: 2, text: 'Plan', line: 3 }]),
      })
    }))
})

test('headings in code, quotes and lists are no sections', () =>
  withVault(
    { 'a.md': lines('## A', '', '```', '## A', '```', '> ## A', '', '- ## A', '', 'x') },
    async ({ call, read }) => {
      await call('replace_section', { identifier: 'a', section_header: 'A', new_content: 'y' })
      expect(await read('a.md')).toBe(lines('## A', 'y'))
    },
  ))

test('definitions that go while the note uses them are named', () => {
  const text = lines(
    'See [r], [s] and.[^1]',
    '',
    '## Part',
    'x',
    '',
    '[r]: b.md',
    '[s]: c.md',
    '[t]: d.md',
    '',
    '[^1]: Why.',
  )
  return withVault({ 'a.md': text }, async ({ call }) => {
    const args = { identifier: 'a.md', section_header: 'Part', dry_run: true }
    const result = await call('replace_section', { ...args, new_content: 'y\n\n[s]: e.md' })
    expect(result.warnings).toEqual([expect.stringMatching(/^The definitions of \[r\], \[\^1\] went/)])
    const kept = await call('replace_section', {
      ...args,
      new_content: lines('y', '', '[r]: b.md', '[s]: c.md', '', '[^1]: W'),
    })
    expect(kept.warnings).toBeUndefined()
  })
})
