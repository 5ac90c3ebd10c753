import { expect, test } from 'vitest'
import { hashFiles } from '../../support/hash-files.ts'
import { withVault } from '../../support/with-vault.ts'

const notes = {
  'b.md': '---\ntitle: A\n---\nbee\n',
  'x/plan.md': '# Plan\n',
  'teams/crew.md': '# Teams/Blue\n',
  'rules/agents.md': '# AGENTS.md\n\nBe brief.\n',
}

test('a file that is not there means no other note, by title, file name or alias', () =>
  withVault({ ...notes, 'c.md': '---\naliases: [d]\n---\n' }, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    for (const identifier of [
      'a.md',
      'Plan.md',
      'plan.md',
      'd.md',
      'y/plan',
      'y/plan.md',
      './a.md',
      'agents.md',
    ]) {
      const calls = [
        ['get_note', { identifier }],
        ['append_to_note', { identifier, content: 'log' }],
        ['delete_note', { identifier, confirm: true }],
        ['move_note', { identifier, to: 'z/moved.md', create_folders: true }],
        ['rename_note', { identifier, new_title: 'Other' }],
        ['get_note', { title: identifier }],
      ] as const
      for (const [tool, args] of calls)
        expect(await call(tool, args), `${tool} ${identifier}`).toMatchObject({
          error: { code: 'NOT_FOUND' },
        })
    }
    const { error } = await call('get_note', { identifier: 'Plan.md' })
    expect(error.similar).toEqual(['x/plan.md'])
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test.each(['x1.md', '[[x1]]', 'n\\x1.md', 'x1/x1.md'])(
  '%s is no name of n/x1.md, and names it as similar',
  (identifier) =>
    withVault({ 'n/x1.md': '# One\n', 'n/x10.md': '# Ten\n' }, async ({ call }) => {
      expect((await call('get_note', { identifier })).error).toMatchObject({
        code: 'NOT_FOUND',
        similar: ['n/x1.md'],
      })
    }),
)

test('upsert_note makes the file that it names, whatever other notes are called', () =>
  withVault(notes, async ({ call, read }) => {
    for (const identifier of ['a.md', 'plan.md', 'AGENTS.md', 'y/plan'])
      expect(await call('upsert_note', { identifier, content: 'log' }), identifier).toMatchObject({
        id: identifier.endsWith('.md') ? identifier : `${identifier}.md`,
        created: true,
      })
    expect(await read('b.md')).toBe(notes['b.md'])
    expect(await read('x/plan.md')).toBe(notes['x/plan.md'])
    expect(await read('rules/agents.md')).toBe(notes['rules/agents.md'])
  }))

test('a title that looks like a file or a path is the note’s that bears it whole', () =>
  withVault(notes, async ({ call }) => {
    const idOf = async (identifier: string) => (await call('get_note', { identifier })).id
    expect(await idOf('AGENTS.md')).toBe('rules/agents.md')
    expect(await idOf('Teams/Blue')).toBe('teams/crew.md')
    expect(await idOf('teams/crew')).toBe('teams/crew.md')
    expect(await idOf('Plan')).toBe('x/plan.md')
  }))

test('a path in other capitals is the note’s that alone has it', () =>
  withVault(notes, async ({ call, read }) => {
    expect(await call('get_note', { identifier: 'X/PLAN.md' })).toMatchObject({ id: 'x/plan.md' })
    expect(await call('upsert_note', { identifier: 'X/Plan.md', content: 'log' })).toMatchObject({
      id: 'x/plan.md',
      created: false,
    })
    expect(await read('x/plan.md')).toBe('# Plan\nlog\n')
  }))

test.each(['gardn', 'gardens', 'gadren', 'gerden', 'old/gardn.md'])(
  '%s has one letter wrong, and garden is told as similar',
  (identifier) =>
    withVault({ 'beds/garden.md': 'x\n', 'lamp.md': 'x\n' }, async ({ call }) => {
      const { error } = await call('get_note', { identifier })
      expect(error).toMatchObject({ code: 'NOT_FOUND', similar: ['beds/garden.md'] })
    }),
)
