import { expect, test } from 'vitest'
import { lines } from '../../support/lines.ts'
import { harmIn } from './assert-harmless.ts'
import { renderText } from './render-text.ts'

const html = (text: string, others?: Readonly<Record<string, string>>) =>
  renderText(text, others).html.trimEnd()

test('the check for harm finds it', () => {
  expect(harmIn('<p><img src=x onerror=alert(1)></p>')).toHaveLength(2)
  expect(harmIn('<p><script>x</script></p>')).toEqual(['<script>'])
  expect(harmIn('<a href="javascript:x">x</a>')).toHaveLength(1)
  expect(harmIn('<svg></svg>')).toEqual(['<svg>'])
})

test('wikilinks lead to the notes that they mean', () => {
  const others = { 'a b/Note.md': '' }
  expect(html('[[a b/Note]]', others)).toBe(
    '<p dir="auto"><a class="note-link" data-note="a b/Note.md" href="/ui/note/v/a%20b/Note.md">a b/Note</a></p>',
  )
  expect(html('[[a b/Note#Big & new|shown]]', others)).toContain('Note.md#h-big-new">shown</a>')
  expect(html('[[a b/Note#^x1]]', others)).toContain('Note.md#b-x1">a b/Note &gt; ^x1</a>')
  expect(html('[[#Plan]]')).toContain('data-note="here.md" href="/ui/note/v/here.md#h-plan">Plan</a>')
  expect(html('| a |\n|---|\n| [[a b/Note\\|x]] |', others)).toContain(
    'href="/ui/note/v/a%20b/Note.md">x</a>',
  )
})

test('a link that leads nowhere says so, and leads to where its note can be made', () => {
  expect(html('[[gone|x]] [y](gone.md)')).toBe(
    '<p dir="auto"><a class="note-link broken" data-target="gone" href="/ui/note/v/gone">x</a> <a class="note-link broken" data-target="gone.md" href="/ui/note/v/gone.md">y</a></p>',
  )
  expect(html('[[../up]] [x](../../s/y/call) [[no.png]] [[a/../b]]')).toBe(
    '<p dir="auto"><a class="note-link broken" data-target="../up">../up</a> <a class="note-link broken" data-target="../../s/y/call">x</a> <a class="note-link broken" data-target="no.png">no.png</a> <a class="note-link broken" data-target="a/../b" href="/ui/note/v/b">a/../b</a></p>',
  )
})

test('Markdown links to notes are decoded as the index does it', () => {
  const others = { 'a b.md': '' }
  const link = '<a class="note-link" data-note="a b.md" href="/ui/note/v/a%20b.md#h-plan">x</a>'
  expect(html('[x](a%20b.md#Plan)', others)).toContain(link)
  expect(html('[x](<a b.md#Plan>)', others)).toContain(link)
  expect(html('[x][r]\n\n[r]: <a b.md#Plan>', others)).toContain(link)
})

test('links outside open apart, and only what is harmless is a link', () => {
  const outside = 'class="outside" rel="noopener noreferrer" target="_blank"'
  expect(html('[x](https://a.example/ü)')).toBe(
    `<p dir="auto"><a ${outside} href="https://a.example/%C3%BC">x</a></p>`,
  )
  expect(html('see https://a.example.')).toContain(
    `<a ${outside} href="https://a.example/">https://a.example</a>.`,
  )
  expect(html('[x](mailto:a@b.example) [y](javascript:alert)')).toBe(
    `<p dir="auto"><a ${outside} href="mailto:a@b.example">x</a> y</p>`,
  )
})

test('images of the vault are shown in their size, those of others are links that name their host', () => {
  const others = { 'pics/a b.png': '' }
  expect(html('![[pics/a b.png|300]]', others)).toBe(
    '<p dir="auto"><img src="/ui/file/v/pics/a%20b.png" alt="pics/a b.png" width="300" loading="lazy"></p>',
  )
  expect(html('![A tree|300x200](pics/a%20b.png)', others)).toContain(
    'alt="A tree" width="300" height="200" loading="lazy">',
  )
  expect(html('![A tree](https://a.example/t.png)')).toContain('>A tree (a.example)</a>')
  expect(html('[![A tree](https://a.example/t.png)](https://b.example)')).toContain(
    'href="https://b.example/">A tree (a.example)</a>',
  )
})

test('files are links to their bytes', () => {
  expect(html('![[d.pdf#page=3]]', { 'd.pdf': '' })).toContain('<a class="file-link" href="/ui/file/v/d.pdf"')
})

test('an embedded note stands in the text, what it embeds is a link', () => {
  const others = { 'in.md': '---\na: 1\n---\n# In\n\n- [ ] task\n\n![[deep]]\n', 'deep.md': 'deep' }
  expect(html('before\n\n![[in]]', others)).toBe(
    lines(
      '<p dir="auto">before</p>',
      '<div class="paragraph" dir="auto"><section class="embed" data-note="in.md">',
      '<div class="embed-title" dir="auto"><a class="note-link" data-note="in.md" href="/ui/note/v/in.md">in</a></div>',
      '<h1 dir="auto">In</h1>',
      '<ul>',
      '<li class="task task-open" dir="auto"><input type="checkbox" data-line="3" aria-label="task" disabled> task</li>',
      '</ul>',
      '<p dir="auto"><a class="note-link" data-note="deep.md" href="/ui/note/v/deep.md">deep</a></p>',
      '</section>',
      '</div>',
    ).trimEnd(),
  )
})

test('a part of a note is embedded by heading and by block', () => {
  const others = {
    'in.md': lines(
      '# A',
      '',
      'of A',
      '',
      '## B',
      'of B',
      '',
      '# C',
      '',
      'one',
      'two ^x',
      '',
      '- i ^y',
      '  - j',
      '- k',
    ),
  }
  const part = (link: string) => {
    const [, , body = ''] =
      /<section[^>]*>\n<div[^>]*>(.*?)<\/div>\n(.*)<\/section>/s.exec(html(link, others)) ?? []
    return body.replace(/<[^>]*>/g, '').trim()
  }
  expect(part('![[in#B]]')).toBe('B\nof B')
  expect(part('![[in#^x]]')).toBe('one\ntwo')
  expect(part('![[in#^y]]')).toBe('i\n\nj')
  expect(html('![[in#D]]', others)).toContain('<a class="note-link"')
})

test('a callout has its kind, its title and its body, and folds where it says so', () => {
  expect(html('> [!Warning] Mind *this*\n> body\n> > [!tip]-\n> > inner')).toBe(
    lines(
      '<div class="callout callout-warning">',
      '<div class="callout-title" dir="auto">Mind <em>this</em></div><div class="callout-body">',
      '<p dir="auto">body</p>',
      '<details class="callout callout-tip">',
      '<summary class="callout-title" dir="auto">Tip</summary><div class="callout-body">',
      '<p dir="auto">inner</p>',
      '</div></details>',
      '</div></div>',
    ).trimEnd(),
  )
  expect(html('> [!a]+\n> b')).toContain('<details class="callout callout-a" open>')
  expect(html('> only a quote')).toContain('<blockquote>')
})

test('lists, quotes, callouts and tables stand where their first words begin', () => {
  expect(html('- نص\n- text')).toContain('<ul dir="rtl">')
  expect(html('- text\n- نص')).toContain('<ul>')
  expect(html('> 1. שלום')).toContain('<blockquote dir="rtl">')
  expect(html('| أ | b |\n| - | - |\n| 1 | 2 |')).toContain('tabindex="0" dir="rtl">')
  expect(html('> [!note] تنبيه\n> text')).toContain('<div class="callout callout-note" dir="rtl">')
  expect(html('> [!note]\n> text')).toContain('<div class="callout callout-note">')
})

test('a task says its line of the file, and can be ticked where flint knows it as one', () => {
  const text = lines(
    '---',
    'a: 1',
    '---',
    '',
    '- [ ] open',
    '  - [x] done ^id',
    '- [-] not',
    '> - [ ] quoted',
  )
  const boxes = [...html(text).matchAll(/<input[^>]*>/g)].map(([box]) => box)
  expect(boxes).toEqual([
    '<input type="checkbox" data-line="5" data-task="open" aria-label="open">',
    '<input type="checkbox" data-line="6" data-task="done" aria-label="done" checked>',
    '<input type="checkbox" data-line="7" data-task="not" aria-label="not">',
    expect.stringContaining('data-line="8"'),
  ])
})

test('marks, tags and comments are what they are in Obsidian', () => {
  expect(html('==a *b*== c%%d%%e #x/y-1 #1 a#b')).toBe(
    '<p dir="auto"><mark>a <em>b</em></mark> ce <a class="tag" href="/ui/search?vault=v&amp;tag=x%2Fy-1">#x/y-1</a> #1 a#b</p>',
  )
  expect(html('a\n\n%%\nhidden\n\n# hidden\n%% b\n\nc')).toBe(
    lines('<p dir="auto">a</p>', '<p dir="auto">b</p>', '<p dir="auto">c</p>').trimEnd(),
  )
  expect(html('100%% of %%')).not.toContain('hidden')
  expect(html('%%\nnever closed')).toContain('never closed')
})

test('footnotes stand at the end, in the order of their marks', () => {
  const found = html(
    'a[^b] c[^a] d^[within] e[^b] f[^none]\n\n[^a]: of a\n[^b]: of b\n    more\n\n    much more\n',
  )
  expect(found.replace(/<a [^>]*>|<\/a>| dir="auto"/g, '')).toBe(
    lines(
      '<p>a<sup class="footnote-ref">1</sup> c<sup class="footnote-ref">2</sup> d<sup class="footnote-ref">3</sup> e<sup class="footnote-ref">1</sup> f[^none]</p>',
      '<section class="footnotes">',
      '<ol>',
      '<li id="fn-1"><p>of b<br>',
      'more</p>',
      '<p>much more</p>',
      '↩</li>',
      '<li id="fn-2"><p>of a</p>',
      '↩</li>',
      '<li id="fn-3">within↩</li>',
      '</ol>',
      '</section>',
    ).trimEnd(),
  )
})

test('tables scroll by themselves and align by classes', () => {
  expect(html('| a | b |\n|:-:|--:|\n| 1 | 2 |')).toBe(
    lines(
      '<div class="table-scroll" tabindex="0">',
      '<table>',
      '<thead>',
      '<tr>',
      '<th class="align-center" dir="auto">a</th>',
      '<th class="align-right" dir="auto">b</th>',
      '</tr>',
      '</thead>',
      '<tbody>',
      '<tr>',
      '<td class="align-center" dir="auto">1</td>',
      '<td class="align-right" dir="auto">2</td>',
      '</tr>',
      '</tbody>',
      '</table>',
      '</div>',
    ).trimEnd(),
  )
})

test('math becomes MathML, and what cannot be read stays as it was written', () => {
  expect(html('$a^2$ costs $5 and $6')).toBe(
    '<p dir="auto"><math><msup><mi>a</mi><mn>2</mn></msup></math> costs $5 and $6</p>',
  )
  expect(html('$$\n\\frac{1}{2}\n$$')).toMatch(
    /^<div class="math-block" tabindex="0"><math display="block".*<mfrac>/,
  )
  expect(html('$\\nonsense{x}$')).toContain('<code class="math-source">\\nonsense{x}</code>')
})

test('code says its language, a diagram is its source', () => {
  expect(html('```ts title="x"\na < b\n```')).toBe(
    '<pre tabindex="0"><code class="language-ts">a &lt; b\n</code></pre>',
  )
  expect(html('```mermaid\na-->b\n```')).toBe(
    '<pre class="diagram-source" tabindex="0"><code class="language-mermaid">a--&gt;b\n</code></pre>',
  )
})

test('headings have ids of their own, the outline has them in order', () => {
  const { html: found, outline } = renderText(
    '# Plan\n\n## *B* [[x|y]] #tag\n\n# Plan\n\n> # quoted\n\n# plan-2',
  )
  expect(outline).toEqual([
    { level: 1, text: 'Plan', anchor: 'h-plan' },
    { level: 2, text: 'B y #tag', anchor: 'h-b-x-y-tag' },
    { level: 1, text: 'Plan', anchor: 'h-plan-2' },
    { level: 1, text: 'plan-2', anchor: 'h-plan-2-2' },
  ])
  expect(found).toContain('<h1 dir="auto" id="h-plan-2">Plan</h1>')
})

test('a block id is an anchor and no text', () => {
  expect(html('text ^a1')).toBe('<p dir="auto"><span class="block-anchor" id="b-a1"></span>text</p>')
})

test('the frontmatter is not shown', () => {
  expect(html('---\nsecret: 1\n---\ntext')).toBe('<p dir="auto">text</p>')
})

test('of a long note the beginning is rendered, and it says so', () => {
  const found = html('word word word word\n\n'.repeat(60_000))
  expect(found.length).toBeLessThan(2_500_000)
  expect(found).toContain('only its beginning is rendered')
})

test.each([
  ['quotes', '> '.repeat(5_000)],
  ['lists', '- '.repeat(5_000)],
  ['brackets', '['.repeat(50_000)],
  ['links', '[a]('.repeat(20_000)],
  ['wikilinks', '[['.repeat(40_000)],
  ['embeds', '![['.repeat(30_000)],
  ['marks', '==a '.repeat(20_000)],
  ['comments', '%%a '.repeat(20_001)],
  ['dollars', '$a '.repeat(20_001)],
  ['formulas', '$a$ '.repeat(20_000)],
  ['tags', '#a '.repeat(30_000)],
  ['footnotes', '^['.repeat(20_000)],
  ['definitions', Array.from({ length: 10_000 }, (_, at) => `[^${at}]: x [^${at}]`).join('\n')],
  ['stars', '*a **b '.repeat(10_000)],
  ['backticks', Array.from({ length: 400 }, (_, at) => '`'.repeat(at)).join(' ')],
  ['tables', `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}\n`.repeat(20)],
  ['callouts', '> [!a]-\n'.repeat(10_000)],
  ['block marks', '$$\n'.repeat(10_001)],
  ['comment blocks', '%%\n\n'.repeat(10_001)],
  ['headings', '# a\n'.repeat(20_000)],
])('a note of nothing but %s takes time in proportion to its length', (_what, text) => {
  // What grew with the square of its length would take longer than a test may.
  expect(typeof renderText(text.repeat(2)).html).toBe('string')
})
