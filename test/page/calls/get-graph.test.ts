import { expect, test } from 'vitest'
import { getGraph } from '../../../src/page/calls/get-graph.ts'
import { column } from '../../support/plain.ts'
import { until } from '../../support/until.ts'
import { type Json, withVault } from '../../support/with-vault.ts'
import { context } from './call-context.ts'

const files = {
  'a.md': '[[b]] [[b]] [[x/c]] [[none]] [[a]]\n',
  'b.md': '[[a]]\n',
  'x/c.md': '# The C\n\n[[d]]\n',
  'x/d.md': '[[e]]\n',
  'x/e.md': 'e\n',
  'alone.md': 'alone\n',
}

const pairs = ({ nodes, edges }: Json) =>
  edges
    .map((ends: readonly number[]) =>
      ends
        .map((end) => nodes[end].id)
        .sort()
        .join(' '),
    )
    .sort()

test('a whole vault has all notes and each pair of linked ones once, in the same places each time', () =>
  withVault(
    files,
    async ({ call, hub }) => {
      const graph = await call('get_graph')
      expect(column(graph.nodes, 'id')).toEqual(['a.md', 'alone.md', 'b.md', 'x/c.md', 'x/d.md', 'x/e.md'])
      expect(pairs(graph)).toEqual(['a.md b.md', 'a.md x/c.md', 'x/c.md x/d.md', 'x/d.md x/e.md'])
      expect(graph).toMatchObject({ total_notes: 6, is_cut: false, is_settling: false })
      expect(graph.nodes[3]).toMatchObject({ title: 'The C', folder: 'x', type: 'x', degree: 2 })
      expect(new Set(graph.nodes.map(({ x, y }: Json) => `${x} ${y}`)).size).toBe(6)
      expect((await call('get_graph')).nodes).toEqual(graph.nodes)
      // Another desk lays out the same.
      const vault = await hub.open((await hub.find('main')).id)
      const prepared = getGraph().prepare({})
      if (prepared.scope !== 'vault') throw new TypeError('It acts on one vault.')
      expect(await prepared.run(vault, context(hub))).toMatchObject({ nodes: graph.nodes })
    },
    { tools: [getGraph()] },
  ))

test('around a note are the nearest, as many links away as asked', () =>
  withVault(
    files,
    async ({ call }) => {
      const around = async (depth: number) =>
        column((await call('get_graph', { identifier: 'The C', depth })).nodes, 'id')
      expect((await around(1)).slice().sort()).toEqual(['a.md', 'x/c.md', 'x/d.md'])
      expect((await around(2)).slice().sort()).toEqual(['a.md', 'b.md', 'x/c.md', 'x/d.md', 'x/e.md'])
      const { nodes, edges } = await call('get_graph', { identifier: 'b' })
      expect(nodes[0]).toMatchObject({ id: 'b.md', degree: 1 })
      expect(nodes[1]).toMatchObject({ id: 'a.md', degree: 2 })
      expect(pairs({ nodes, edges })).toEqual(['a.md b.md'])
    },
    { tools: [getGraph()] },
  ))

test('a hub shows 400 notes and says that there are more', () =>
  withVault(
    {
      'hub.md': Array.from({ length: 500 }, (_, at) => `[[n${at}]]`).join('\n'),
      ...Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`n${at}.md`, 'x\n'])),
    },
    async ({ call }) => {
      await until('the notes are indexed', async () => (await call('get_graph')).total_notes === 501)
      const graph = await call('get_graph', { identifier: 'hub' })
      expect(graph).toMatchObject({ is_cut: true, total_notes: 501 })
      expect(graph.nodes).toHaveLength(400)
      expect(graph.nodes[0]).toMatchObject({ id: 'hub.md', degree: 500 })
    },
    { tools: [getGraph()] },
  ))

test('a new link is in the graph at once, and what was there stays about where it was', () =>
  withVault(
    files,
    async ({ call }) => {
      const before = await call('get_graph')
      await call('append_to_note', { identifier: 'alone', content: '[[e]]' })
      await until('the link is in the graph', async () =>
        pairs(await call('get_graph')).includes('alone.md x/e.md'),
      )
      expect(column((await call('get_graph')).nodes, 'id')).toEqual(column(before.nodes, 'id'))
    },
    { tools: [getGraph()] },
  ))

test('a scope shows its own notes alone', () =>
  withVault(
    files,
    async ({ hub }) => {
      const vault = (await hub.open((await hub.find('main')).id)).view({
        within: { folders: ['x'], by: ['token'] },
      })
      const prepared = getGraph().prepare({})
      if (prepared.scope !== 'vault') throw new TypeError('It acts on one vault.')
      const graph: Json = await prepared.run(vault, context(hub))
      expect(column(graph.nodes, 'id')).toEqual(['x/c.md', 'x/d.md', 'x/e.md'])
      expect(graph.total_notes).toBe(3)
    },
    { tools: [getGraph()] },
  ))
