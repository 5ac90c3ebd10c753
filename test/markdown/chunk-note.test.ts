import { expect, test } from 'vitest'
import { chunkNote } from '../../src/markdown/read/chunk-note.ts'
import { estimateTokens } from '../../src/markdown/read/cut-section.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { lines } from '../support/lines.ts'

const limits = { tokens: 40, overlap: 8 }

function chunksOf(text: string) {
  return chunkNote(parseNote(text), text, limits).map(({ range, ...chunk }) => ({
    ...chunk,
    text: text.slice(range.start, range.end),
  }))
}

test('each section is a chunk under its headings, without those of the sections below it', () => {
  const text = lines(
    '---',
    'tags: x',
    '---',
    'Before.',
    '# Plan',
    'All of it.',
    '',
    '## Costs',
    'Much.',
    '# End',
    'Bye.',
  )
  expect(chunksOf(text)).toEqual([
    { headings: [], text: 'Before.', line: 4, lastLine: 4 },
    { headings: ['Plan'], text: 'All of it.', line: 6, lastLine: 6 },
    { headings: ['Plan', 'Costs'], text: 'Much.', line: 9, lastLine: 9 },
    { headings: ['End'], text: 'Bye.', line: 11, lastLine: 11 },
  ])
})

test('a heading without a text of its own is a chunk only where nothing stands below it', () => {
  expect(chunksOf('# A\n## B\ntext\n## C\n').map(({ text }) => text)).toEqual(['text', '## C'])
})

test('a note without text has no chunk', () => {
  expect(chunksOf('---\ntitle: x\n---\n\n \n')).toEqual([])
})

test('a long section is cut between sentences, each part fits and begins with the end of the one before', () => {
  const sentences = Array.from({ length: 30 }, (_, index) => `Sentence number ${index} is here.`)
  const chunks = chunksOf(`# Long\n${sentences.join(' ')}\n`)
  expect(chunks.length).toBeGreaterThan(4)
  for (const { text, headings } of chunks) {
    expect(headings).toEqual(['Long'])
    expect(estimateTokens(text)).toBeLessThanOrEqual(limits.tokens)
    expect(text.trim()).toMatch(/^Sentence.*here\.$/s)
  }
  chunks.slice(1).forEach(({ text }, index) => {
    expect(chunks[index]?.text.trim().endsWith(/^.*?\./.exec(text)?.[0] ?? '-')).toBe(true)
  })
  for (const sentence of sentences) expect(chunks.some(({ text }) => text.includes(sentence))).toBe(true)
})

test('a fence is never cut, however long, and its end is not repeated', () => {
  const fence = lines(
    '```js',
    ...Array.from({ length: 40 }, (_, index) => `call(${index})`),
    '',
    '```',
  ).trimEnd()
  const chunks = chunksOf(`# Code\nWords before it.\n\n${fence}\n\nWords after it.\n`)
  expect(chunks.filter(({ text }) => text.includes('call(')).map(({ text }) => text.trim())).toEqual([fence])
  expect(chunks.at(-1)?.text.trim()).toBe('Words after it.')
})

test('a line without spaces, or in a script without them, is cut too', () => {
  for (const text of ['x'.repeat(1_000), '全文検索'.repeat(50), 'word '.repeat(300)]) {
    const chunks = chunksOf(text)
    expect(chunks.length).toBeGreaterThan(1)
    for (const chunk of chunks) expect(estimateTokens(chunk.text)).toBeLessThanOrEqual(limits.tokens)
  }
})

test('changing one section changes the text of no other chunk', () => {
  const section = (index: number, body: string) => `## Part ${index}\n${body}\n`
  const bodies = Array.from({ length: 20 }, (_, index) => `What part ${index} says.`)
  const before = chunksOf(`# All\n${bodies.map((body, index) => section(index, body)).join('')}`)
  bodies[7] = 'Now it says something else.\nAnd more.'
  const after = chunksOf(`# All\n${bodies.map((body, index) => section(index, body)).join('')}`)
  const known = new Set(before.map(({ headings, text }) => `${headings.join()} ${text}`))
  expect(after.filter(({ headings, text }) => !known.has(`${headings.join()} ${text}`))).toHaveLength(1)
})
