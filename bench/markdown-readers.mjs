// How fast Markdown readers are, and how often they see what Obsidian sees. Build first, then:
//   node bench/markdown-readers.mjs [FOLDER...]
// Without folders: the vaults of ../shared/data, and 2,000 notes that ../shared/bench/genvault.mjs makes.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parser as lezer, Table, TaskList } from '@lezer/markdown'
import * as jsYaml from 'js-yaml'
import * as jsYamlForBrowsers from 'js-yaml/browser'
import MarkdownIt from 'markdown-it'
import { parseDocument } from 'yaml'
import { findFrontmatter } from '../dist/src/markdown/read/find-frontmatter.js'
import { parseNote } from '../dist/src/markdown/read/parse-note.js'
import { readYaml } from '../dist/src/markdown/read/read-yaml.js'

const shared = process.env['FLINT_SHARED'] ?? resolve(import.meta.dirname, '../../shared')

// What every reader is asked for: [level, text] of headings, targets of wikilinks, names of tags, states of tasks.
// Only parseNote reads the frontmatter's YAML, finds all other links and counts words; the others are handed the body.

const wikilink = /(!?)\[\[([^[\]\n]+)\]\]/g
const tag = /(?:^|\s)#([\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)/gu
const checkbox = /^\[(.)\](?:\s|$)/u

function bodyOf(text) {
  return /^\ufeff?---[ \t]*\r?\n[^]*?^---[ \t]*$/m.exec(text)?.index === 0
    ? text.slice(text.indexOf('\n---', 3) + 4)
    : text
}

function collectText(found, text) {
  for (const [, embed, inner] of text.matchAll(wikilink)) found.links.push(embed + inner.split('|')[0].trim())
  for (const [, name] of text.matchAll(tag)) found.tags.push(name)
}

const markdownIt = new MarkdownIt({ html: true })
const blocksOnly = new MarkdownIt({ html: true })
blocksOnly.core.ruler.enableOnly(['normalize', 'block'])

function readTokens(tokens) {
  const found = { headings: [], links: [], tags: [], tasks: [] }
  tokens.forEach((token, index) => {
    if (token.type !== 'inline') return
    const open = tokens[index - 1]
    if (open.type === 'heading_open' && open.level === 0)
      found.headings.push([Number(open.tag.slice(1)), token.content])
    if (tokens[index - 2]?.type === 'list_item_open') {
      const state = checkbox.exec(token.content)
      if (state !== null) found.tasks.push(state[1])
    }
    if (token.children?.length) {
      // Obsidian's own marks are plain text here, in pieces.
      const text = token.children.map((child) =>
        child.type === 'text' || child.type === 'softbreak' ? child.content || '\n' : '\0',
      )
      collectText(found, text.join(''))
    } else collectText(found, token.content)
  })
  return found
}

const lezerParser = lezer.configure([TaskList, Table])
const opaque = new Set(['InlineCode', 'FencedCode', 'CodeBlock', 'Comment', 'CommentBlock', 'HTMLTag', 'URL'])

function readLezer(text) {
  const found = { headings: [], links: [], tags: [], tasks: [] }
  const hidden = []
  lezerParser.parse(text).iterate({
    enter({ name, from, to, node }) {
      const level = /^(?:ATX|Setext)Heading(\d)$/.exec(name)
      if (level !== null && node.parent?.name === 'Document') {
        found.headings.push([
          Number(level[1]),
          text.slice(from, to).replace(/^#+\s*|\s*#*\s*$|\n[=-]+$/g, ''),
        ])
      }
      if (name === 'TaskMarker') found.tasks.push(text[from + 1])
      if (opaque.has(name)) {
        hidden.push([from, to])
        return false
      }
      return true
    },
  })
  let at = 0
  let shown = ''
  for (const [from, to] of hidden) {
    shown += text.slice(at, from) + '\0'
    at = Math.max(at, to)
  }
  collectText(found, shown + text.slice(at))
  return found
}

function readOurs(text) {
  const { headings, links, tags, tasks } = parseNote(text)
  return {
    headings: headings.map(({ level, text: heading }) => [level, heading]),
    links: links.map(
      ({ isEmbed, target, heading }) =>
        `${isEmbed ? '!' : ''}${target}${heading === null ? '' : `#${heading}`}`,
    ),
    tags: tags.filter(({ source }) => source === 'inline').map(({ tag: name }) => name),
    tasks: tasks.map(({ status }) => status),
  }
}

const readers = {
  'markdown-it': (text) => readTokens(markdownIt.parse(bodyOf(text), {})),
  'markdown-it, blocks alone': (text) => readTokens(blocksOnly.parse(bodyOf(text), {})),
  '@lezer/markdown': (text) => readLezer(bodyOf(text)),
  parseNote: readOurs,
}

const places = {
  'markdown-it': 'lines',
  'markdown-it, blocks alone': 'lines',
  '@lezer/markdown': 'offsets',
  parseNote: 'offsets',
}

function agreement(read) {
  const folder = join(shared, 'data/cases/obsidian-metadatacache')
  if (!existsSync(folder)) return { agreed: '–', total: '–', disagreements: [] }
  const disagreements = []
  let total = 0
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const { fileContents, cachedMetadata: cache } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    const expected = {
      headings: (cache.headings ?? []).map(({ level, heading }) => [level, heading]),
      links: [...(cache.links ?? []), ...(cache.embeds ?? []).map(({ link }) => ({ link: `!${link}` }))].map(
        ({ link }) => link,
      ),
      tags: (cache.tags ?? []).map(({ tag: name }) => name.slice(1)),
      tasks: (cache.listItems ?? []).flatMap(({ task }) => task ?? []),
    }
    const actual = read(fileContents)
    for (const part of Object.keys(expected)) {
      total += 1
      if (JSON.stringify(actual[part]) !== JSON.stringify(expected[part]))
        disagreements.push(`${file}: ${part}`)
    }
  }
  return { agreed: total - disagreements.length, total, disagreements }
}

function readTexts(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

function speed(read, texts) {
  const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now()
    for (const text of texts) read(text)
    best = Math.min(best, performance.now() - started)
  }
  return (megabytes / best) * 1000
}

const temporary = mkdtempSync(join(tmpdir(), 'flint-bench-'))
const named = process.argv.slice(2)
const corpora = Object.fromEntries(named.map((folder) => [folder, readTexts(folder)]))
if (named.length === 0 && existsSync(shared)) {
  corpora['real vaults'] = readTexts(join(shared, 'data/vaults'))
  execFileSync(process.execPath, [join(shared, 'bench/genvault.mjs'), join(temporary, 'vault'), '2000'])
  corpora['generated notes'] = readTexts(join(temporary, 'vault'))
}
rmSync(temporary, { recursive: true, force: true })

console.log(
  `| reader | agrees with Obsidian | places | ${Object.keys(corpora)
    .map((name) => `${name}, MB/s`)
    .join(' | ')} |`,
)
console.log(
  `| --- | --- | --- | ${Object.keys(corpora)
    .map(() => '---')
    .join(' | ')} |`,
)
const left = []
for (const [name, read] of Object.entries(readers)) {
  const { agreed, total, disagreements } = agreement(read)
  const speeds = Object.values(corpora).map((texts) => speed(read, texts).toFixed(0))
  console.log(`| ${name} | ${agreed} of ${total} | ${places[name]} | ${speeds.join(' | ')} |`)
  left.push(...disagreements.map((what) => `${name}: ${what}`))
}

// The same for the frontmatter's YAML: microseconds a note, and how many are refused.
const yamlReaders = {
  'js-yaml': (yaml) => jsYaml.load(yaml, { json: true }),
  'js-yaml/browser': (yaml) => jsYamlForBrowsers.load(yaml, { json: true }),
  yaml(text) {
    const document = parseDocument(text, { uniqueKeys: false, logLevel: 'error' })
    if (document.errors.length > 0) throw document.errors[0]
    return document.toJS()
  },
  'readYaml, with each value’s place'(yaml) {
    const { problem } = readYaml(yaml)
    if (problem !== null) throw new Error(problem)
  },
}

const yamls = Object.entries(corpora).map(([name, texts]) => [
  name,
  texts.flatMap((text) => {
    const place = findFrontmatter(text)
    return place === null || place.yamlStart === place.yamlEnd
      ? []
      : [text.slice(place.yamlStart, place.yamlEnd)]
  }),
])
const columns = yamls.map(([name, list]) => `${name} (${list.length}), µs a note | refused`)
console.log(
  `\n| YAML reader | ${columns.join(' | ')} |\n| --- | ${columns.map(() => '--- | ---').join(' | ')} |`,
)
for (const [name, read] of Object.entries(yamlReaders)) {
  const cells = yamls.map(([, list]) => {
    let best = Number.POSITIVE_INFINITY
    let refused = 0
    for (let round = 0; round < 5; round += 1) {
      refused = 0
      const started = performance.now()
      for (const yaml of list) {
        try {
          read(yaml)
        } catch {
          refused += 1
        }
      }
      best = Math.min(best, performance.now() - started)
    }
    return `${((best * 1000) / list.length).toFixed(0)} | ${refused}`
  })
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}

if (left.length > 0) console.log(`\nDisagreements:\n${left.map((what) => `  ${what}`).join('\n')}`)
