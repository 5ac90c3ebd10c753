import { expect, test } from 'vitest'
import { readPlainText } from '../../src/ingest/read-plain.ts'
import { quoteMarkdown } from '../../src/markdown/edit/quote-markdown.ts'
import { lines } from '../support/lines.ts'

const markdownOf = (text: string) => quoteMarkdown(readPlainText(text).markdown)

test('code in a plain text keeps its depth, in one block with the blank lines between', () => {
  const code = lines('def f(x):', '    if x:', '\treturn "```"', '', '    return [[x]]', 'f(1)').trimEnd()
  expect(markdownOf(`How it is done:\r\n\r\n${code.replaceAll('\n', '\r\n')}\r\n\r\nThat was it.\r\n`)).toBe(
    ['How it is done:', '', '````', code, '````', '', 'That was it.'].join('\n'),
  )
})

test('outlines and columns of a plain text are kept as they are laid out', () => {
  for (const text of [
    '1 Ground\n    1.1 Sand\n        1.1.1 Fine sand\n2 Water',
    'Item        Price\nLeek          1.20\nOnion         0.80',
    'Item\tPrice\nLeek\t1.20',
    '    set in by four',
  ])
    expect(markdownOf(text)).toBe(`\`\`\`\n${text}\n\`\`\``)
})

test('a long text that is set in throughout is several blocks, as each is one passage for search', () => {
  const paragraph = `       ${'Some words. '.repeat(60).trim()}`
  const blocks = markdownOf(Array.from({ length: 8 }, () => paragraph).join('\n\n')).split('\n```\n\n```\n')
  expect(blocks).toHaveLength(4)
})

test('prose and lists of a plain text stay prose and lists', () => {
  for (const text of [
    'One line.\nAnother  one,   with spaces.\n\nA paragraph.',
    '- one\n    - two\n        - three\n- four',
    'Two spaces\n  are set in\n   or three.',
  ])
    expect(markdownOf(text)).toBe(text)
  expect(
    markdownOf(
      'A tale.\n\n    It was a dark night, and the rain fell in torrents,\nexcept when it did not.\n',
    ),
  ).toBe('A tale.\n\n   It was a dark night, and the rain fell in torrents,\nexcept when it did not.')
})

test('what would mean something in Markdown means nothing, and stands where it stood', () => {
  expect(markdownOf('Head\n====\n  # no heading\n> no quote')).toBe(
    'Head\n\\====\n  \\# no heading\n\\> no quote',
  )
})

test('colours of a terminal are left out of a plain text, and its words stay', () => {
  expect(markdownOf('\u001b[1;31mred\u001b[0m leeks\u0007')).toBe('red leeks')
})

test('code with very many backticks in it is in a longer fence', () => {
  const code = `    ${'` '.repeat(200_000)}\`\`\``
  expect(readPlainText(code).markdown).toBe(`\`\`\`\`\n${code}\n\`\`\`\``)
})
