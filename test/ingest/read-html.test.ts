import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readHtml } from '../../src/ingest/read-html.ts'
import { page } from '../support/web-server.ts'

const { signal } = new AbortController()
const url = 'https://example.org/a/'

test('title, author, text and links of a page; what surrounds it is left out', async () => {
  const html = page(
    'Leeks',
    'Leeks grow slowly in the garden. <a href="../b">More</a>'.repeat(5),
    '<script>evil()</script>',
  )
  const { draft, links } = await readHtml({ html, url }, { signal })
  expect(draft).toMatchObject({
    title: 'Leeks',
    author: 'Ada Bell',
    description: 'All about Leeks.',
    language: 'en',
    pages: null,
  })
  expect(draft.markdown).toContain('[More](https://example.org/b)')
  expect(draft.markdown).not.toMatch(/Menu of things|Footer|evil/)
  expect(links[0]).toEqual({ url: 'https://example.org/b', text: 'More' })
})

test('links of a saved page stay as they are written', async () => {
  const html = page('Leeks', 'Leeks grow slowly in the garden. <a href="b.html">More</a>'.repeat(5))
  expect((await readHtml({ html, url: null }, { signal })).draft.markdown).toContain('[More](b.html)')
})

test.each([
  ['a paragraph', '<p>hello</p>', null, 'hello'],
  ['a list', '<ul><li>leeks<li>beans</ul>', null, '- leeks\n- beans'],
  ['bare words', 'Hello <b>bold</b> words', null, 'Hello **bold** words'],
  ['a title and a heading', '<!doctype html><title>T</title><h1>Leeks</h1><p>grow', 'T', 'Leeks'],
  ['text alone', '<!doctype html>text only', null, 'text only'],
  ['no body', '<html lang="de"><head><title>T</title></head><p>hello</p></html>', 'T', 'hello'],
  ['no html', '<head><title>T</title></head><body><p>hello</p></body>', 'T', 'hello'],
  ['a head that never ends', '<html><head><title>T</title><p>hello</p>', 'T', 'hello'],
  ['a comment before it', '<!-- saved --><meta charset="utf-8"><title>T</title><p>hello', 'T', 'hello'],
])('a page without the tags that it need not have: %s', async (_name, html, title, text) => {
  const { draft } = await readHtml({ html, url: null }, { signal })
  expect(draft.title).toBe(title)
  expect(draft.markdown).toContain(text)
})

test('a page that takes too long or too much is given up, and nobody waits for it', async () => {
  let turns = 0
  const counting = setInterval(() => (turns += 1), 10)
  const deep = '<div>'.repeat(300_000) + 'text'
  await expect(
    readHtml({ html: deep, url }, { signal, limits: { timeMs: 400, memoryMb: 256 } }),
  ).rejects.toMatchObject({
    code: 'INGEST_FAILED',
  })
  const wide = `<article>${'<p>word <b>word</b></p>'.repeat(200_000)}</article>`
  await expect(
    readHtml({ html: wide, url }, { signal, limits: { timeMs: 20_000, memoryMb: 24 } }),
  ).rejects.toMatchObject({
    code: 'INGEST_FAILED',
    facts: { reason: 'damaged' },
  })
  clearInterval(counting)
  expect(turns).toBeGreaterThan(20)
})

test('a caller who cancels ends the reading', async () => {
  const cancel = new AbortController()
  const work = readHtml({ html: page('x', 'y'), url }, { signal: cancel.signal })
  await pause(0)
  cancel.abort()
  await expect(work).rejects.toMatchObject({ name: 'AbortError' })
})
