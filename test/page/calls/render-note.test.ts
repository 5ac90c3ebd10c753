import { expect, test } from 'vitest'
import { personCalls } from '../../../src/page/calls/all-calls.ts'
import { machineCalls } from '../../../src/page/calls/machine-calls.ts'
import { renderNote } from '../../../src/page/calls/render-note.ts'
import { allTools } from '../../../src/tools/index.ts'
import { toolNames } from '../../../src/call/toolset.ts'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'
import { context } from './call-context.ts'
import { noDeps } from './no-deps.ts'

const options = { tools: [renderNote] }

test('render_note shows a note with what it links, embeds and says of itself', () =>
  withVault(
    {
      'work/_description.md': '# Work\n',
      'work/a.md': lines(
        '---',
        'title: Plan A',
        'tags: [x]',
        'created: 2026-01-02',
        '---',
        '# One',
        '',
        'See [[b]].',
        '![[c]]',
      ),
      'b.md': '# B\n',
      'c.md': 'of c\n',
    },
    async ({ call, at, read }) => {
      const shown = await call('render_note', { identifier: 'Plan A' })
      expect(shown).toMatchObject({
        ...{ id: 'work/a.md', title: 'Plan A', type: 'work', tags: ['x'], untrusted: false },
        outline: [{ level: 1, text: 'One', anchor: 'h-one' }],
        metadata: { title: 'Plan A', tags: ['x'], created: '2026-01-02' },
        text: await read('work/a.md'),
        content_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        addresses: { file: at('work/a.md') },
      })
      expect(shown.html).toContain('<a class="note-link" data-note="b.md" href="/ui/note/main/b.md">b</a>')
      expect(shown.html).toContain('<p dir="auto">of c</p>')
      expect(shown.addresses.obsidian).toBe(`obsidian://open?path=${encodeURIComponent(at('work/a.md'))}`)
      expect(shown.addresses.editor).toMatch(/^vscode:\/\/file\/.*\/work\/a\.md$/)
    },
    options,
  ))

test('where a file that is no note is called so, render_note says which; a note of that name comes first', () =>
  withVault(
    { 'odd/Map.canvas': '{}', 'y.pdf': '', 'b.md': '# y.pdf\n', 'x.pdf': '', 'x.pdf.md': 'Of x.\n' },
    async ({ call }) => {
      expect((await call('render_note', { identifier: 'y.pdf' })).id).toBe('b.md')
      expect((await call('render_note', { identifier: 'x.pdf' })).id).toBe('x.pdf.md')
      const { error } = await call('render_note', { identifier: 'odd/Map.canvas' })
      expect(error).toMatchObject({ code: 'NOT_FOUND', file: 'odd/Map.canvas' })
      const missing = await call('render_note', { identifier: 'odd/Mop.canvas' })
      expect(missing.error).not.toHaveProperty('file')
    },
    options,
  ))

test('render_note says what came from outside, and resolves links as the index does', () =>
  withVault(
    {
      'in/a.md': '---\nuntrusted: true\n---\n[[Título]] [x](../b%20c.md) [[none]] ![[p.png]]\n',
      'b c.md': '---\ntitle: Título\n---\n',
      'in/p.png': 'x',
    },
    async ({ call }) => {
      const shown = await call('render_note', { identifier: 'in/a.md' })
      expect(shown.untrusted).toBe(true)
      expect(shown.html).toBe(
        '<p dir="auto"><a class="note-link" data-note="b c.md" href="/ui/note/main/b%20c.md">Título</a> ' +
          '<a class="note-link" data-note="b c.md" href="/ui/note/main/b%20c.md">x</a> ' +
          '<a class="note-link broken" data-target="none" href="/ui/note/main/none">none</a> ' +
          '<img src="/ui/file/main/in/p.png" alt="p.png" loading="lazy"></p>\n',
      )
    },
    options,
  ))

test('a note that holds what no tool writes is not begun to be written in', () =>
  withVault(
    { 'a.md': 'a\n\0\n' },
    async ({ call }) => {
      const { why_not_edited: why } = await call('render_note', { identifier: 'a.md' })
      expect(why).toMatch(/^This note has a NUL character/)
    },
    options,
  ))

test('within a scope, what lies outside is neither linked nor embedded', () =>
  withVault(
    { 'in/a.md': '[[out]] ![[out]]\n', 'out.md': 'secret\n' },
    async ({ hub }) => {
      const vault = (await hub.open((await hub.find('main')).id)).view({
        within: { folders: ['in'], by: ['token'] },
      })
      const prepared = renderNote.prepare({ identifier: 'in/a.md' })
      if (prepared.scope !== 'vault') throw new TypeError('It acts on one vault.')
      expect(JSON.stringify(await prepared.run(vault, context(hub)))).not.toContain('secret')
    },
    options,
  ))

test('what only a person is served bears no name of a tool', () => {
  const names = new Set<string>([...toolNames, ...allTools.map(({ name }) => name)])
  const calls = { ...personCalls(noDeps), ...machineCalls(noDeps) }
  for (const [key, { name, toolset }] of Object.entries(calls)) {
    expect(name).toBe(key)
    expect(names).not.toContain(name)
    expect(toolset).toBe('person')
  }
})
