import { expect, test } from 'vitest'
import { parseCanvas } from '../../src/markdown/read/parse-canvas.ts'

const text = JSON.stringify(
  {
    nodes: [
      { id: '1', type: 'file', file: 'a/né "q".md', subpath: '#Plan#^b' },
      { id: '2', type: 'text', text: '# H\n[[Old "x"|s]] and [t](b%20c.md) `[[no]]`' },
      { id: '3', type: 'link', url: 'https://a.example' },
      { id: '4', type: 'group', label: '[[no]]' },
      { id: '5', type: 'file', file: '' },
    ],
    edges: [{ id: 'e', label: '[[no]]', file: 'no.md' }],
    deep: { nodes: [{ type: 'file', file: 'no.md' }] },
  },
  null,
  1,
).replace('é', '\\u00e9')

test('its cards and the links in their text, with places in the JSON', () => {
  const links = parseCanvas(text)
  const at = ({ start, end }: { start: number; end: number }): string => text.slice(start, end)
  expect(
    links.map(({ form, target, heading, block, text: shown, line }) => ({
      form,
      target,
      heading,
      block,
      shown,
      line,
    })),
  ).toEqual([
    { form: 'canvas', target: 'a/né "q".md', heading: 'Plan', block: 'b', shown: null, line: 6 },
    { form: 'wikilink', target: 'Old "x"', heading: null, block: null, shown: 's', line: 12 },
    { form: 'markdown', target: 'b c.md', heading: null, block: null, shown: 't', line: 12 },
  ])
  expect(links.map(({ targetRange }) => at(targetRange))).toEqual([
    'a/n\\u00e9 \\"q\\".md',
    'Old \\"x\\"',
    'b%20c.md',
  ])
  expect(links.map(({ range }) => at(range))).toEqual([
    '"a/n\\u00e9 \\"q\\".md"',
    '[[Old \\"x\\"|s]]',
    '[t](b%20c.md)',
  ])
})

test.each([
  '',
  'x',
  '[]',
  '{}',
  '{"nodes": 1}',
  '{"nodes": [1, null, []]}',
  '{"nodes": [{"type": "file"}]}',
  '['.repeat(100_000),
])('none in %.30j', (json) => {
  expect(parseCanvas(json)).toEqual([])
})

test('the picture behind a group is a link to a file', () => {
  const group = JSON.stringify({
    nodes: [
      { type: 'group', background: 'img/p.png', subpath: '#no' },
      { type: 'link', background: 'no.png' },
    ],
  })
  const links = parseCanvas(group)
  expect(links).toMatchObject([{ form: 'canvas', target: 'img/p.png', heading: null }])
  expect(links.map(({ targetRange: { start, end } }) => group.slice(start, end))).toEqual(['img/p.png'])
})
