import { expect, test } from 'vitest'
import { programName } from '../../src/model/program-name.ts'
import { withVault } from '../support/with-vault.ts'

const rule = { kind: 'id', characters: 'abcdefghijklmnopqrstuvwxyz0123456789', length: 4 } as const

test('an id is what a file name begins with, of these characters and this length, and alone', () => {
  const ids = [
    'd/k3x9-note.md',
    'k3x9.md',
    'k3x9 a.md',
    'k3x9b.md',
    'K3x9-a.md',
    'k3.md',
    'k3x9_a.md',
    'k3x9é.md',
  ]
  expect(ids.map((path) => programName(path, rule))).toEqual([
    ...['k3x9', 'k3x9', 'k3x9'],
    ...[null, null, null, null, null],
  ])
  expect(programName('p/a___b___c.md', { kind: 'namespace' })).toBe('a/b/c')
  expect(programName('p/a_b.md', { kind: 'namespace' })).toBeNull()
})

const notebook = {
  '.zk/config.toml': '[note]\nfilename = "{{id}}-{{slug title}}"\n',
  'k3x9-first-note.md': '# First note\n\nsee [[p0q1]] [[p0q1|so]] [[aaaa]]\n',
  'p0q1-second-note.md': '# Second note\n\nback to [[k3x9]]\n',
  'zzzz-other.md': '# aaaa\n',
  'aaaa-hidden.md': '# Hidden\n',
}

test("zk's links by id lead to the note whose file name begins with it", () =>
  withVault(notebook, async ({ call, read }) => {
    expect(await call('find_broken_links', {})).toMatchObject({ total: 0 })
    expect(await call('get_note', { identifier: 'k3x9' })).toMatchObject({ id: 'k3x9-first-note.md' })
    // A title comes first.
    expect(await call('get_backlinks', { identifier: 'zzzz-other.md' })).toMatchObject({ total: 1 })

    // The id stays, and so do the links.
    const named = { identifier: 'k3x9', new_title: 'Begin', rename_file: true }
    expect(await call('rename_note', named)).toMatchObject({ new_id: 'k3x9-begin.md' })
    expect(await read('p0q1-second-note.md')).toBe(notebook['p0q1-second-note.md'])
    expect(await call('find_broken_links', {})).toMatchObject({ total: 0 })

    await call('move_note', { identifier: 'p0q1-second-note.md', to: 'r2s3-second-note.md' })
    expect(await read('k3x9-begin.md')).toBe('# Begin\n\nsee [[r2s3]] [[r2s3|so]] [[aaaa]]\n')
    await call('move_note', { identifier: 'r2s3-second-note.md', to: 'Second.md' })
    expect(await read('k3x9-begin.md')).toBe('# Begin\n\nsee [[Second]] [[Second|so]] [[aaaa]]\n')
    expect(await call('find_broken_links', {})).toMatchObject({ total: 0 })
  }))

test('in a notebook whose names have no id in front nothing is found by it', () =>
  withVault({ ...notebook, '.zk/config.toml': '[note]\nfilename = "{{slug title}}"\n' }, async ({ call }) => {
    expect(await call('find_broken_links', {})).toMatchObject({ total: 3 })
  }))

test("Logseq's pages in a namespace are found by their names, and links to them keep that form", () =>
  withVault(
    {
      'logseq/config.edn': '{}',
      'pages/proj___site.md': '- site\n',
      'a.md': '[[proj/site]] [[Proj/Site]]\n',
    },
    async ({ call, read }) => {
      expect(await call('find_broken_links', {})).toMatchObject({ total: 0 })
      await call('move_note', { identifier: 'proj/site', to: 'pages/proj___web.md' })
      expect(await read('a.md')).toBe('[[proj/web]] [[proj/web]]\n')
      expect(await call('find_broken_links', {})).toMatchObject({ total: 0 })
    },
  ))
