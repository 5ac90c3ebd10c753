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

test.each(['obsidian://open?vault=x', 'magnet:?xt=y#z'])(
  'a short paragraph keeps its link to %s',
  async (href) => {
    const html = `<article>${prose}<p>See <a href="${href}">the vault</a> here.</p>${prose}</article>`
    const { draft, links } = await readHtml({ html, url }, { signal })
    expect(draft.markdown).toContain(`See [the vault](${href}) here.`)
    expect(links).toEqual([{ url: href, text: 'the vault' }])
  },
)

const prose = `<p>${'The garden is quiet in the morning, and nobody but the cat walks between the beds. '.repeat(2)}</p>`

test.each([
  ['a short list behind a paragraph', '<ul><li>apples<li>pears</ul>', '- apples\n- pears'],
  [
    'a list in which one item leads somewhere',
    '<ul><li>apples<li><a href="/x">pears</a></ul>',
    '- apples\n- [pears](https://example.org/x)',
  ],
  ['a numbered list', '<ol start="3"><li>apples<li>pears</ol>', '3. apples\n4. pears'],
  [
    'lists within lists, as deep as they are',
    '<ol><li>Room<ol><li>Open<li>Sweep<ul><li>a<li>b</ul></ol><li>Paint</ol>',
    '1. Room\n   1. Open\n   2. Sweep\n      - a\n      - b\n2. Paint',
  ],
  ['items with paragraphs', '<ul><li><p>one</p><p>two</p><li>three</ul>', '- one\n\n  two\n- three'],
  [
    'code in an item',
    '<ul><li>Write<pre><code>a:\n\n- b</code></pre>and a list<ul><li>x</ul>more<li>End</ul>',
    '- Write\n\n  ```\n  a:\n\n  - b\n  ```\n\n  and a list\n  - x\n  more\n- End',
  ],
  [
    'what is done',
    '<ul><li><input type=checkbox checked> dig<li><input type=checkbox> sow</ul>',
    '- [x] dig\n- [ ] sow',
  ],
  ['terms', '<dl><dt>leek</dt><dd>a plant</dd></dl>', 'leek\n\na plant'],
  [
    'the header of a section',
    `<section><header><h2>Second</h2><p>Its lead.</p></header>${prose}</section>`,
    '## Second\n\nIts lead.',
  ],
  ['who is quoted', '<blockquote><p>Words</p><footer>Ada</footer></blockquote>', '> Words\n> \n> Ada'],
  [
    'a table with its caption, and cells that span others',
    '<table><caption>Prices</caption><tr><th>a<th>b<th>c</tr><tr><td rowspan=2>1<td colspan=2>2|3</tr><tr><td>4<td>5</tr></table>',
    'Prices\n\n| a | b | c |\n| --- | --- | --- |\n| 1 | 2\\|3 |  |\n|  | 4 | 5 |',
  ],
  ['lists in cells', '<table><tr><td>x<ul><li>a<li>b</ul><td>y</tr></table>', '| x - a - b | y |'],
  [
    'a table that only places things',
    '<table><tr><td><p>One</p></td></tr><tr><td>Two</td></tr></table>',
    'One\n\nTwo',
  ],
  [
    'what stands above or below the line',
    '<p>x<sup>2</sup> 10<sup>-3</sup> H<sub>2</sub>O e<sup>ix</sup> a<sub>k</sub> the 1<sup>st</sup> Leek<sup>TM</sup></p>',
    'x² 10⁻³ H₂O e^ix a\\_k the 1st Leek™',
  ],
  [
    'a word that is partly bold',
    '<p>un<em>believ</em>able 漢<b>字</b>です <b>all</b> of it</p>',
    'un*believ*able 漢**字**です **all** of it',
  ],
  [
    'formulas, and what reads like a tag',
    '<p>$p_q$ and max_connections, $5 and a &lt;b> tag</p>',
    '$p_q$ and max\\_connections, $5 and a \\<b> tag',
  ],
  ['code', '<pre><code class="language-js">a = `x`\n\n```\n</code></pre>', '````js\na = `x`\n\n```\n````'],
  [
    'tabs in code, and how deep its first line is',
    '<pre>all: a\n\tcc -o a</pre><p>Then</p><pre><code> context\n-old</code></pre><p>Then</p><pre>\n  <code>    <b>deep</b>\n  shallow</code></pre>',
    '```\nall: a\n\tcc -o a\n```\n\nThen\n\n```\n context\n-old\n```\n\nThen\n\n```\n    deep\n  shallow\n```',
  ],
  [
    'code of which each line is one for itself, with its number',
    '<pre><code>\n\t<span class=line><span> 1 </span><span>\tif a:</span></span>\n\t<span class=line><span> 2 </span><span>\t\tb</span></span></code></pre>',
    '```\n\tif a:\n\t\tb\n```',
  ],
  [
    'tables in cells, and what stands beside them',
    '<table><tr><td>outer<table><tr><td>inner cell</td></tr><tr><td>below</td></tr></table>after</td></tr></table>',
    'outer\n\ninner cell\n\nbelow\n\nafter',
  ],
  [
    'items with numbers of their own',
    '<ol start="5"><li>five<li value="9">nine<li>ten</ol>',
    '5. five\n9. nine\n10. ten',
  ],
  [
    'a picture in several widths',
    '<p><img alt="A" src="s.png" srcset="a,b.png 300w,c.png 2x,d.png 900w, e.png 600w"></p>',
    '![A](https://example.org/a/d.png)',
  ],
  [
    'a picture with a link, and what is shown within the page',
    '<p><a href="/big.png"><img alt="A photo" src="s.png" width=300 height=200></a></p><iframe title="Film" src="https://youtube.com/embed/abc"></iframe>',
    '[A photo](https://example.org/big.png)\n\n[Film](https://youtube.com/embed/abc)',
  ],
  [
    'footnotes, and numbers that are none',
    '<p>Claim<sup><a href="#fn1">1</a></sup> of 3 m<sup>2</sup>.</p><ol class="footnotes"><li id="fn1">First note.</ol>',
    'Claim[^1] of 3 m².',
  ],
])('of a page %s', async (_name, html, markdown) => {
  const text = page('Leeks', '').replace('</article>', `${prose}${html}${prose.repeat(6)}</article>`)
  const { draft } = await readHtml({ html: text, url }, { signal })
  expect(draft.markdown).toContain(markdown)
  expect(draft.markdown).not.toContain('\u2063')
})

test.each([
  [
    'lists behind each other',
    '<ul><li>red apples<li>pears</ul><ul><li>bread<li>butter</ul>',
    '- bread\n- butter',
  ],
  [
    'lists with labels of one word',
    '<p>Fruit</p><ul><li>red apples<li>pears</ul><p>Dry</p><ul><li>bread<li>butter</ul>',
    'Fruit\n\n- red apples\n- pears\n\nDry\n\n- bread\n- butter',
  ],
  ['terms behind a word', '<p>intro</p><dl><dt>Term<dd>One<dd>Two</dl><h2>End</h2>', 'Term\n\nOne\n\nTwo'],
  ['terms behind a list', '<ol><li>five<li>six</ol><dl><dt>Term<dd>One</dl>', '2. six\n\nTerm\n\nOne'],
  [
    'items to tick',
    '<ul><li><label><input type=checkbox> passport</label><li><label>a card</label></ul>',
    '- [ ] passport\n- a card',
  ],
  ['a word in a label', '<p>The <label>Name</label> field takes text.</p>', 'The Name field takes text.'],
  ['a box', '<aside><p>Never mix both powders.</p></aside>', 'Never mix both powders.'],
  ['a question', '<fieldset><legend>One</legend><p>What is it?</p></fieldset>', 'One\n\nWhat is it?'],
  [
    'words of a heading that lead on within the page',
    '<h2><a href="#not">Not</a> recommended</h2><p>a</p><h3>Use <a href="#x">lead</a><a href="#y">#</a><a class="anchor" href="#z">Link</a></h3><p>b</p>',
    '## Not recommended\n\na\n\n### Use lead\n\nb',
  ],
  ['quotations', '<p>She said <q>never <q>again</q></q>.</p>', 'She said “never ‘again’”.'],
  ['signs with a space before', '<p>Vraiment\u00a0? Oui ! See .bashrc</p>', 'Vraiment ? Oui ! See .bashrc'],
  ['numbers that go down', '<ol reversed><li>c<li>b<li value=9>z<li>y</ol>', '4. c\n3. b\n9. z\n8. y'],
  [
    'formulas by their structure',
    '<p>Half is <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> and <math><msub><mi>a</mi><mn>10</mn></msub></math> and <math><msqrt><mi>x</mi></msqrt></math></p>',
    'Half is $\\frac{1}{2}$ and $a_{10}$ and $\\sqrt{x}$',
  ],
  [
    'formulas as the page has them in LaTeX',
    '<p>It is <math alttext="E=mc^2"><mi>E</mi></math> or <math><semantics><mi>F</mi><annotation encoding="application/x-tex">F=ma</annotation></semantics></math></p>',
    'It is $E=mc^2$ or $F=ma$',
  ],
  [
    'signs that show what would mean something',
    '<p>Write &amp;lt; and &amp;#169; but R&amp;D, ~~two~~ and ==x== but a == b.</p>',
    'Write \\&lt; and \\&#169; but R&D, \\~~two~~ and \\==x== but a == b.',
  ],
])('among the paragraphs of a page %s', async (_name, html, markdown) => {
  const text = page('Leeks', '').replace('</article>', `${prose}${html}${prose}</article>`)
  const { draft } = await readHtml({ html: text, url }, { signal })
  expect(draft.markdown).toContain(markdown)
  expect(draft.markdown).not.toMatch(/[\u2061-\u2064]/)
  expect(draft.warnings).toEqual([])
})

test('what is left out among the paragraphs is told, what only surrounds them is not', async () => {
  const links = '<aside><ul><li><a href="/a">One page more</a><li><a href="/b">Another page</a></ul></aside>'
  const lost = '<div class="sidebar"><p>Words of the text, by their place.</p></div>'
  const hidden = '<p hidden>Nobody sees these words.</p>'
  const html = page('Leeks', '').replace('</article>', `${prose}${links}${lost}${hidden}${prose}</article>`)
  const { draft } = await readHtml({ html, url }, { signal })
  expect(draft.markdown).not.toMatch(/One page more|Nobody sees/)
  expect(draft.warnings).toEqual([
    'Left out among the paragraphs, as no part of the text by its look: "Words of the text, by their place.".',
  ])
})

const by = '<meta name="author" content="Jane Smith">'

test.each([
  ['Letters | Volume Three', 'Letters | Volume Three', '', 'Letters | Volume Three', 'example.org'],
  ['🦀 émoji — ünï', '🦀 émoji — ünï', '', '🦀 émoji — ünï', 'example.org'],
  ['Letters | Volume Three', 'Volume Three', '', 'Volume Three', 'Letters'],
  [
    'Letters | Volume Three | Books',
    'Contents',
    '<meta property="og:title" content="Letters | Volume Three">',
    'Letters | Volume Three',
    'example.org',
  ],
  [
    'Letters | Volume Three',
    'Letters | Volume Three',
    '<meta property="og:site_name" content="Letters">',
    'Volume Three',
    'Letters',
  ],
  ['The {braces} book', 'The {braces} book', '', 'The {braces} book', 'example.org'],
  ['🎉🎉', '🎉🎉', '', '🎉🎉', 'example.org'],
  ['Part one | Part two: the end', 'Part one', '', 'Part one | Part two: the end', 'example.org'],
  ['A page of hers', 'A page of hers', by, 'A page of hers', 'example.org'],
  [
    'A page of hers',
    'A page of hers',
    `${by}<meta property="og:site_name" content="Jane Smith">`,
    'A page of hers',
    'Jane Smith',
  ],
  [
    'A page of hers',
    'A page of hers',
    `${by}<script type="application/ld+json">{"@type":"WebSite","name":"Jane Smith"}</script>`,
    'A page of hers',
    'Jane Smith',
  ],
])('a page named %s with the heading %s and %j', async (named, heading, head, title, site) => {
  const html = `<!doctype html><head><title>${named}</title>${head}</head><body><article><h1>${heading}</h1>${prose}</article></body>`
  expect((await readHtml({ html, url }, { signal })).draft).toMatchObject({ title, site })
})

test('nothing that marked a page’s text is left in its title or links', async () => {
  const html = `<body><article><h1>un<b>believ</b>able</h1>${prose.repeat(6)}<p><a href="/x">un<i>see</i>n</a></p></article></body>`
  const { draft, links } = await readHtml({ html, url }, { signal })
  expect([draft.title, ...links.map(({ text }) => text)]).toEqual(['unbelievable', 'unseen'])
})

test('a page with everything in it is read, however long it is', async () => {
  const data = `data:image/png;base64,${'A'.repeat(300_000)}`
  const html = page(
    'Leeks',
    `${prose.repeat(6)}<p><img alt="A" src="a.png" srcset="${data} 1x, ${data} 2x"></p>`,
  )
  const { draft } = await readHtml({ html, url }, { signal })
  expect(draft.markdown).toContain('![A](https://example.org/a/a.png)')
})

test('a process that cannot start is not said to have taken too much memory', async () => {
  await expect(
    readHtml({ html: page('x', 'y'), url }, { signal, limits: { timeMs: 20_000, memoryMb: NaN } }),
  ).rejects.toMatchObject({ code: 'INGEST_FAILED', message: 'The page could not be read.' })
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
    message: 'The page takes more memory than one may.',
    facts: { reason: 'damaged' },
  })
  clearInterval(counting)
  expect(turns).toBeGreaterThan(20)
})

test('a small page that a busy machine does not read in time is worth another try', async () => {
  await expect(
    readHtml({ html: page('x', 'y'), url }, { signal, limits: { timeMs: 1, memoryMb: 256 } }),
  ).rejects.toMatchObject({
    facts: { reason: 'too-slow', hint: expect.stringMatching(/^Try again when this machine has less to do/) },
  })
})

test('a caller who cancels ends the reading', async () => {
  const cancel = new AbortController()
  const work = readHtml({ html: page('x', 'y'), url }, { signal: cancel.signal })
  await pause(0)
  cancel.abort()
  await expect(work).rejects.toMatchObject({ name: 'AbortError' })
})
