// node bench/generate-vault.mjs FOLDER COUNT: writes a vault of made-up notes to FOLDER and what to ask of it to
// FOLDER.queries.json. The same COUNT gives the same bytes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folders = ['work', 'home', 'friends', 'reading', 'recipes', 'journal', 'travel', 'garden']
const states = ['open', 'waiting', 'closed']
const onsets = ['b', 'ch', 'd', 'f', 'gl', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 'sk', 't', 'v', 'w']
const rimes = ['a', 'el', 'i', 'o', 'un', 'ar', 'ee', 'ost']
const vocabularySize = 20_000

/** A vault of `count` notes in eight folders: frontmatter, headings, text, links, tags, tasks, and a word of its own in each. */
export function generateVault(folder, count) {
  const random = createRandom(count)
  const words = makeWords(random)
  const word = () => words[Math.min(words.length - 1, Math.floor(words.length ** random()) - 1)] ?? words[0]
  const titles = Array.from({ length: count }, (_, index) => `${capital(word())} ${word()} ${index}`)
  const pathOf = (index) => `${folders[index % folders.length]}/${titles[index]}.md`
  mkdirSync(join(folder, '.obsidian'), { recursive: true })
  writeFileSync(join(folder, '.obsidian', 'app.json'), '{}')
  for (const name of folders) mkdirSync(join(folder, name), { recursive: true })
  for (let index = 0; index < count; index++) {
    writeFileSync(join(folder, pathOf(index)), makeNote(index, { titles, word, random }))
  }
  const sampled = Array.from({ length: 20 }, (_, step) => Math.floor((step * count) / 20))
  const queries = {
    rare: sampled.map(markerOf),
    common: words.slice(20, 40),
    two: sampled.map((_, step) => `${words[200 + step * 9]} ${words[500 + step * 13]}`),
    hub: pathOf(0),
    sample: sampled.map(pathOf),
  }
  writeFileSync(`${folder}.queries.json`, JSON.stringify(queries))
}

function makeNote(index, { titles, word, random }) {
  const title = titles[index]
  const day = String(1 + (index % 28)).padStart(2, '0')
  const parts = [
    [
      '---',
      `title: "${title}"`,
      `kind: ${folders[index % folders.length]}`,
      `state: ${states[index % states.length]}`,
      `weight: ${index % 7}`,
      `created: 2025-0${1 + (index % 9)}-${day}T08:30:00Z`,
      `tags: [${word()}, ${word()}]`,
      '---',
    ].join('\n'),
    `# ${title}`,
  ]
  const paragraphs = 4 + Math.floor(random() * 6)
  for (let paragraph = 0; paragraph < paragraphs; paragraph++) {
    if (paragraph % 2 === 0) parts.push(`## ${capital(word())} ${word()}`)
    parts.push(makeParagraph(titles, word, random))
  }
  if (index % 20 === 0) parts.push(`Back to [[${titles[0]}|the start]] and its [[${titles[0]}#Outline]].`)
  if (index % 4 === 0) parts.push(`- [ ] ask about ${word()}\n- [x] finish ${word()}`)
  parts.push(`Only here: ${markerOf(index)}.`)
  return `${parts.join('\n\n')}\n`
}

function makeParagraph(titles, word, random) {
  const length = 35 + Math.floor(random() * 70)
  const words = []
  for (let place = 0; place < length; place++) {
    words.push(word())
    if (random() < 0.0125) words.push(`[[${titles[Math.floor(random() * titles.length)]}]]`)
  }
  return `${words.join(' ')}.`
}

function makeWords(random) {
  const pick = (list) => list[Math.floor(random() * list.length)]
  const words = new Set()
  while (words.size < vocabularySize) {
    const syllables = 2 + Math.floor(random() * 2)
    words.add(Array.from({ length: syllables }, () => pick(onsets) + pick(rimes)).join(''))
  }
  return [...words]
}

function markerOf(index) {
  return `mark${String(index).padStart(6, '0')}`
}

function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Numbers from 0 to 1, the same ones for the same seed (xorshift). */
function createRandom(seed) {
  let state = (seed ^ 0x9e3779b9) | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder, count] = process.argv.slice(2)
  generateVault(folder, Number(count))
}
