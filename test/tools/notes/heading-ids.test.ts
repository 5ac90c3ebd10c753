import { expect, test } from 'vitest'
import { splitAttributes } from '../../../src/markdown/read/heading-attributes.ts'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'

test.each<readonly [string, string, string | null]>([
  ['Guide {#the-guide}', 'Guide', 'the-guide'],
  ['Guide {.wide #the-guide key=v other="a b"}', 'Guide', 'the-guide'],
  ['Guide {: #g }', 'Guide', 'g'],
  ['Preface {.unnumbered}', 'Preface', null],
  ['Preface {-}', 'Preface', null],
  ...['Set {x}', 'Cost ${y}', 'a{#b}', '{#b}', '{{title}} {{x}}', 'a {#b} c', 'a {}', 'a {#}'].map(
    (text) => [text, text, null] as const,
  ),
])('%s', (heading, words, id) => {
  expect(splitAttributes(heading)).toEqual({ words, id })
})

test.each([
  ['# The guide {#the-guide}', '# Handbook {#the-guide}'],
  ['# The guide {#the-guide} #', '# Handbook {#the-guide} #'],
  ['# The guide {.x #the-guide}', '# Handbook {.x #the-guide}'],
  ['The guide {#the-guide .x}\n===', 'Handbook {#the-guide .x}\n==='],
])('%s keeps its id, and the links to that, when the title changes', async (heading, after) => {
  const guide = (first: string, link: string) => lines(first, '', `[top](#the-guide) ${link}`)
  const home = '[guide](guide.md#the-guide) [[guide#the-guide]]\n'
  await withVault(
    { 'guide.md': guide(heading, '[[#The guide]]'), 'home.md': home },
    async ({ call, read }) => {
      const note = await call('get_note_info', { identifier: 'guide.md' })
      expect(note).toMatchObject({ title: 'The guide' })
      expect((await call('get_tags', {})).tags).toEqual([])
      const renamed = await call('rename_note', { identifier: 'guide.md', new_title: 'Handbook' })
      expect(renamed.error).toBeUndefined()
      expect(await read('guide.md')).toBe(guide(after, '[[#Handbook]]'))
      expect(await read('home.md')).toBe(home)
    },
  )
})

test('a section is found by its words, with and without its attributes', () =>
  withVault({ 'a.md': lines('# A', '## B {.x}', 'text') }, async ({ call }) => {
    for (const section of ['B', '## B {.x}', 'A > B'])
      expect((await call('get_note', { identifier: 'a', section })).content).toBe('## B {.x}\ntext\n')
  }))
