import { describe, expect, test } from 'vitest'
import { renderZkTemplate } from '../../src/markdown/template/render-zk-template.ts'
import { lines } from '../support/lines.ts'

const values = {
  title: 'Tea & {{title}}',
  content: 'One.\nTwo.',
  dir: 'plans',
  id: 'a1b2',
  extra: { mood: 'good', list: ['x', 'y'] },
  now: new Date(2026, 0, 31, 9, 5),
}
const render = async (source: string) => await renderZkTemplate(source, { name: 'note.md', values })
const text = async (source: string) => (await render(source)).text

test.each([
  ['{{title}} {{{title}}}', 'Tea & {{title}} Tea & {{title}}'],
  ['{{slug title}} {{slug "A B"}} {{#slug}}C D{{/slug}}', 'tea-and-title a-b c-d'],
  ["{{format-date now '%Y-%m-%d'}} {{format-date now 'timestamp'}}", '2026-01-31 202601310905'],
  ['{{date now}} {{now}}', '2026-01-31 2026-01-31'],
  ["{{format-date (date 'tomorrow') '%d.%m.'}}", '01.02.'],
  ["{{date '2026-02-03'}} {{format-date (date '2026-02-03T10:20') '%F %R'}}", '2026-02-03 2026-02-03 10:20'],
  ["{{format-date (date '2026-02-03 10:20:30,5') '%F %T'}}", '2026-02-03 10:20:30'],
  ["{{format-date (date '2026-02-03T10:00:00Z') 'timestamp-unix'}}", '1770112800'],
  ["{{format-date (date '2026-02-03 11:00 +01') 'timestamp-unix'}}", '1770112800'],
  ["{{format-date (date '2h') '%R'}} {{date '7d'}}", '07:05 2026-01-24'],
  ["{{date 'last week'}} {{format-date (date 'next monday') '%d.%m.'}}", '2026-01-24 02.02.'],
  ['{{list extra.list}}{{list "a\nb"}}', '  - x\n  - y\n  - a\n    b\n'],
  ["{{concat 'a-' id}} {{join extra.list '/'}}", 'a-a1b2 x/y'],
  ["{{prepend '> ' content}}", '> One.\n> Two.'],
  ['{{#prepend "- "}}a\nb{{/prepend}}', '- a\n- b'],
  ['{{substring title 0 3}}{{substring title -2 1}}', 'Tea}'],
  ['{{#if extra.mood}}{{extra.mood}}{{else}}none{{/if}}{{#unless extra.x}}!{{/unless}}', 'good!'],
  ['{{#each extra.list}}{{@index}}{{this}}{{#unless @last}},{{/unless}}{{/each}}', '0x,1y'],
  ['{{#with extra}}{{mood}} {{../dir}}{{/with}}', 'good plans'],
  ['{{#equal dir "plans"}}yes{{else}}no{{/equal}}', 'yes'],
  ['{{json extra.list}}{{! a comment }}', '["x","y"]'],
  ['\\{{title}} stays, {{~ id ~}} , {{extra.none}}', '{{title}} stays,a1b2, '],
])('%s', async (source, result) => {
  expect(await text(source)).toBe(result)
})

test.each([
  [new Date(2026, 0, 2, 15, 4, 9), '%U %W %w %e %C', '00 00 5  2 20'],
  [new Date(2026, 0, 4, 3, 4, 9), '%k:%M %l:%M %r', ' 3:04  3:04 03:04:09 AM'],
  [new Date(2026, 0, 4, 15, 4, 9), '%U %W %D %x %X %v', '01 00 01/04/26 01/04/26 15:04:09  4-Jan-2026'],
  [new Date(2024, 0, 7, 15, 4, 9), '%U %W %c', '01 01 Sun Jan  7 15:04:09 2024'],
  [new Date(2026, 11, 31, 15, 4, 9), '%U%t%W%n%e%%U', '52\t52\n31%U'],
])("%s in the style %j is as C's strftime writes it", async (now, style, result) => {
  const rendered = await renderZkTemplate(`{{format-date now '${style}'}}`, {
    name: 'note.md',
    values: { ...values, now },
  })
  expect(rendered.text).toBe(result)
})

test('a line that holds a block alone leaves no empty line', async () => {
  expect(await text(lines('a', '{{#if extra.none}}', 'b', '{{/if}}', 'c'))).toBe(lines('a', 'c'))
})

test('the environment stays outside, and what is not known is said', async () => {
  expect(await render('{{env.HOME}}{{nothing}}')).toMatchObject({
    text: '',
    warnings: [expect.stringContaining('`env`'), expect.stringContaining('`nothing`')],
  })
})

/** A loop within a loop, so many times: each doubles what is written. */
function nested(depth: number): string {
  const loops = Array.from({ length: depth }, (_, level) => `{{#each ${'../'.repeat(level)}extra.list}}`)
  return `${loops.join('')}z${'{{/each}}'.repeat(depth)}`
}

describe('refused, with the line', () => {
  test.each([
    ['a\n{{sh "id"}}', 2, 'runs a program'],
    ['\n\n{{#sh}}id{{/sh}}', 3, 'runs a program'],
    ['{{> other}}', 1, 'partials'],
    ['{{#> other}}x{{/other}}', 1, 'partials'],
    ['{{* decorator}}', 1, 'partials'],
    ['a\nb {{unknown 1 2}}', 2, 'flint knows slug'],
    ["{{format-date now '%Q'}}", 1, 'date style'],
    ['{{date "some day"}}', 1, 'no date'],
    ['{{date "2026-02-30T10:00"}}', 1, 'no date'],
    ['a\n{{#if x}}', 2, 'not valid Handlebars'],
    ['a\n{{{title}}', 2, 'not valid Handlebars'],
    [`${'{{#if title}}'.repeat(200)}${'{{/if}}'.repeat(200)}`, 1, 'nested'],
    [`{{concat ${'(concat '.repeat(500)}1${')'.repeat(500)}}}`, 1, 'nested'],
    ['x'.repeat(64_001), 1, 'longer'],
    ['{{title}}'.repeat(1_001), 1, 'expressions'],
    [nested(16), 1, 'too'],
  ])('%#', async (source, line, reason) => {
    await expect(render(source)).rejects.toMatchObject({
      code: 'ZK_ERROR',
      message: expect.stringContaining(reason),
      facts: { template: 'note.md', line },
    })
  })
})

test.each([
  '{{constructor}}',
  '{{title.constructor}}',
  '{{extra.__proto__.constructor}}',
  '{{#with this}}{{constructor.name}}{{/with}}',
  '{{toString}}{{extra.toString}}{{now.getTime}}',
  '{{extra.list.length.constructor}}{{@root.constructor}}',
  '{{#each extra}}{{#with constructor}}x{{/with}}{{/each}}',
])('%s reaches nothing', async (source) => {
  expect(await text(source)).toBe('')
})

test.each([
  [['line', '{{#if x}}'], 2],
  [['{{#if a}}', '{{#if x}}', 'b', '{{/if}}', 'c'], 1],
  [['a', '{{^x}}', '{{#each y}}', '{{^}}', '{{/each}}', 'c'], 2],
])('a block that is left open in %j is named by the line where it begins', async (source, line) => {
  await expect(renderZkTemplate(lines(...source), { name: 't', values: {} })).rejects.toMatchObject({
    code: 'ZK_ERROR',
    facts: { line },
  })
})
