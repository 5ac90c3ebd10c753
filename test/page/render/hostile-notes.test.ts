import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { harmIn } from './assert-harmless.ts'
import { renderText } from './render-text.ts'

const hostile: Readonly<Record<string, string>> = {
  'a script': '<script>alert(1)</script>',
  'a script over lines': '<script>\nalert(1)\n</script>',
  'a script in a list': '- <script src=//evil.example/x.js></script>',
  'an image with a handler': '<img src=x onerror=alert(1)>',
  'an SVG with a handler': '<svg onload=alert(1)><animate onbegin=alert(1)></svg>',
  'an SVG use': '<svg><use href="data:image/svg+xml,<svg onload=alert(1)>"></use></svg>',
  'a frame': '<iframe src="https://evil.example"></iframe>',
  'an object': '<object data="javascript:alert(1)"></object><embed src=x>',
  'a form': '<form action="https://evil.example"><button>go</button></form>',
  'a meta refresh': '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  'a base': '<base href="https://evil.example/">',
  'a style sheet':
    '<link rel=stylesheet href="https://evil.example/x.css"><style>*{background:url(//evil.example)}</style>',
  'a style attribute': '<p style="background:url(https://evil.example/x)">x</p>',
  'an HTML comment': '<!-- --><img src=x onerror=alert(1)> -->',
  CDATA: '<![CDATA[<img src=x onerror=alert(1)>]]>',
  'a processing instruction': '<?xml-stylesheet href="javascript:alert(1)"?>',
  'markup in a paragraph': 'a </p></div><img src=x onerror=alert(1)> b',
  'a template': '<template><img src=x onerror=alert(1)></template><noscript><img src=x></noscript>',
  'foreign markup': '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  'a javascript link': '[x](javascript:alert(1))',
  'a javascript link in capitals': '[x](JaVaScRiPt:alert(1))',
  'a javascript link with entities': '[x](&#106;avascript:alert(1)) [y](java&Tab;script:alert(1))',
  'a javascript link with a tab': '[x](<java\tscript:alert(1)>)',
  'a javascript link behind a control character': '[x](\u0001javascript:alert(1))',
  'a javascript autolink': '<javascript:alert(1)>',
  'a javascript reference': '[x][r]\n\n[r]: javascript:alert(1) "t"',
  'a percent-encoded scheme': '[x](javascript%3Aalert(1)) [y](%6Aavascript:alert(1))',
  'a vbscript link': '[x](vbscript:msgbox(1))',
  'a data link': '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  'a file link': '[x](file:///etc/passwd) <file:///etc/passwd>',
  'a blob link': '[x](blob:https://evil.example/1)',
  'a data image': '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  'a remote image': '![x](https://evil.example/pixel.png)',
  'a remote image without a scheme': '![x](//evil.example/pixel.png)',
  'a remote image in a link': '[![x](https://evil.example/a.png)](javascript:alert(1))',
  'an embedded remote image': '![[https://evil.example/a.png]]',
  'a quote in a title': '[x](https://a.example "x\\" onmouseover=\\"alert(1)")',
  'markup in a title': '![x](pic.png "<img src=x onerror=alert(1)>")',
  'markup in a link text': '[<img src=x onerror=alert(1)>](https://a.example)',
  'markup in an alt text': '![<img src=x onerror=alert(1)>|300](pic.png)',
  'a quote in an address': '[x](https://a.example/"onclick="alert(1))',
  'markup in a wikilink': '[[<img src=x onerror=alert(1)>]] [[a|<b onclick=x>]]',
  'a quote in a wikilink': '[[" onclick="alert(1)|x]] [[a#" onclick="alert(1)]]',
  'a javascript wikilink': '[[javascript:alert(1)]] [[javascript:alert(1)|x]]',
  'a name with markup': '[[names/<img src=x onerror=alert(1)>]] ![[names/<img src=x onerror=alert(1)>]]',
  'a path that leaves': '[x](../../../etc/passwd) ![[../../secret.png]] ![x](/ui/call)',
  'a callout kind': '> [!"><img src=x onerror=alert(1)>] title\n> body',
  'a callout title': '> [!note]- <img src=x onerror=alert(1)>\n> <script>x</script>',
  'a callout class': '> [!note onclick=alert(1) class=x]\n> body',
  'a code language': '```"><img src=x onerror=alert(1)>\ncode\n```',
  'a code language with spaces': '```js onload=alert(1)\n<script>x</script>\n```',
  'a diagram':
    '```mermaid\ngraph TD\nA["<img src=x onerror=alert(1)>"] --> B\nclick A "javascript:alert(1)"\n```',
  'code in a line': '`<script>alert(1)</script>`',
  'math with a link': '$\\href{javascript:alert(1)}{x}$ $\\url{javascript:alert(1)}$',
  'math with classes':
    '$\\htmlClass{x}{y} \\class{a}{b} \\style{color:red}{x} \\htmlStyle{background:url(x)}{y}$',
  'math with ids': '$\\id{cookie}{x} \\htmlId{x}{y} \\htmlData{a=b}{c} \\cssId{x}{y}$',
  'math with an image': '$\\includegraphics[width=1em]{https://evil.example/x.png}$',
  'math with markup': '$$\\text{<img src=x onerror=alert(1)>} \\unicode{x3c}script$$',
  'math with colours': '$\\color{red;background:url(x)}{x} \\textcolor{#f00}{y} \\colorbox{red}{z}$',
  'math that grows': '$\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\a\\a}\\a$',
  'math across code': '$`<script>`$ $$\n</math><script>alert(1)</script>\n$$',
  'a footnote name':
    'x[^"><script>] y[^__proto__] z[^constructor]\n\n[^"><script>]: <b>\n[^__proto__]: a\n[^constructor]: b',
  'a footnote in a line': '^[<img src=x onerror=alert(1)> [x](javascript:alert(1)) ^[^[^[^[deep]]]]]',
  'a tag name': '#<img #"onclick=x #javascript:alert(1) #a/../../b #🙂',
  'a block id': 'text ^<img\n\ntext ^"onclick\n\ntext ^cookie\n\ntext ^cookie',
  'headings that take names':
    '# cookie\n\n# forms\n\n# <img src=x onerror=alert(1)>\n\n# "\n\n# __proto__\n\n# cookie\n\n# cookie-2',
  'hostile frontmatter':
    '---\ntitle: <script>alert(1)</script>\n"><img src=x>: 1\n__proto__: {a: 1}\n---\n\ntext',
  'frontmatter that is none': '---\n: : <script>\n\n<img src=x onerror=alert(1)>',
  'a table': '| <script> | a |\n|:--|--:|\n| <img src=x onerror=1> | [x](javascript:1) |',
  'a table style': '| a |\n|:-:|\n| x" style="background:url(x) |',
  'a task': '- [ ] <img src=x onerror=alert(1)> " onclick="x\n- ["] x\n- [<] y',
  'a mark': '==<script>alert(1)</script>== ==<img src=x==',
  'a comment': '%%<script>%% %% <img src=x onerror=alert(1)>\n\n%%\n<b>\n%%<img src=x onerror=1>',
  'control characters': 'a\0b\u0008c <scr\0ipt>alert(1)</scr\0ipt> \u001b[31m',
  'characters that turn text about': '\u202e[x](https://a.example)\u202c \u2066x [[\u202egpj.exe]]',
  'half a surrogate pair': '[[\ud800]] #\udc00 [x](\ud800.md) ![[\ud83d.png]]',
  'a bare address': 'https://a.example/"><script>alert(1)</script> javascript:alert(1) www.evil.example',
  'an address with a name': '<https://user:pw@evil.example/> [x](https://good.example@evil.example)',
  'an embed with markup': '![[evil]] ![[evil#<img src=x>]] ![[evil#^x]]',
  'an embed of itself': '![[here]] ![[#a]] ![[loop]]',
  'a canvas': '{"nodes":[{"id":"1","type":"text","text":"<script>alert(1)</script>"}],"edges":[]}',
  'an SVG of the vault': '![x](evil.svg) ![[evil.svg|"><script>]] ![[evil.pdf#page=" onclick="]]',
  'other programs':
    '[x](obsidian://open?path=/etc/passwd) [y](zotero://select) [z](tel:123) [w](ms-msdt:/id) [v](ssh://x)',
}

const others = {
  'evil.md':
    '---\na: <b>\n---\n\n# <img src=x onerror=alert(1)>\n\n<script>alert(1)</script> ![[loop]] - [ ] x ^x\n',
  'loop.md': '![[here]] ![[loop]] ![[evil]]\n\n- [ ] inner [^1]\n\n[^1]: <b>\n',
  'evil.svg': '',
  'evil.pdf': '',
  'pic.png': '',
  'names/<img src=x onerror=alert(1)>.md': '# "\n',
}

describe('a hostile note becomes harmless HTML', () => {
  test.each(Object.entries(hostile))('%s', (_what, text) => {
    expect(harmIn(renderText(text, others).html)).toEqual([])
    expect(harmIn(renderText(`> [!tip]+ x\n> - ${text.replaceAll('\n', '\n>   ')}`, others).html)).toEqual([])
  })

  test('there are enough of them', () => {
    expect(Object.keys(hostile).length).toBeGreaterThanOrEqual(60)
  })

  test('so does whatever such notes can be put together from', () => {
    const pieces = [
      ...Object.values(hostile),
      ...[
        '\n',
        '\n\n',
        ' ',
        '> ',
        '- ',
        '- [ ] ',
        '```',
        '$',
        '$$',
        '==',
        '%%',
        '[[',
        ']]',
        '![[',
        '](',
        ')',
      ],
      ...['[', ']', '[^', '^[', '|', '`', '*', '_', '#', '\\', '<', '>', '"', "'", '&', '\t', '    ', '\r'],
    ]
    const someText = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(someText, (text) => {
        expect(harmIn(renderText(text, others).html)).toEqual([])
      }),
      { numRuns: 600 },
    )
  })
})
