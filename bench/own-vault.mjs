import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'

const wanted = 20

/**
 * A copy of somebody's notes and what to ask of them, made from their own words, the same each time: `rare` words that
 * one note has and `sample` those notes, `common` words that most notes have, `two` that some note has both, and the
 * note that most others link to.
 */
export function copyVault(source, vault) {
  const isWanted = (path) => basename(path) !== '.git'
  cpSync(source, vault, { recursive: true, filter: isWanted })
  return askOf(vault)
}

/** The notes of a vault as paths below it, in the order of their names. Folders with a leading dot are not looked into. */
export function listNotes(vault, folder = '') {
  return readdirSync(join(vault, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory()) return listNotes(vault, path)
      return entry.isFile() && path.endsWith('.md') ? [path] : []
    })
}

function askOf(vault) {
  const notes = listNotes(vault)
  if (notes.length < wanted) throw new Error(`${vault} has ${notes.length} notes; ${wanted} are needed.`)
  const counts = new Map()
  const linked = new Map()
  const paths = groupByName(notes)
  for (const path of notes) {
    const text = readFileSync(join(vault, path), 'utf8')
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const target of linksOf(text, path, paths)) linked.set(target, (linked.get(target) ?? 0) + 1)
  }
  const rare = spread(notes, (path) => rareWord(vault, path, counts))
  const byCount = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
  const [hub = notes[0]] =
    [...linked].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))[0] ?? []
  return {
    rare: rare.map(({ found }) => found),
    common: byCount.slice(0, wanted).map(([word]) => word),
    two: spread(notes, (path) => twoWords(vault, path, counts, notes.length / 100)).map(({ found }) => found),
    hub,
    sample: rare.map(({ path }) => path),
  }
}

/** From twenty places in the vault the next note of which something can be said, and what. */
function spread(notes, say) {
  const taken = new Set()
  const results = []
  for (let step = 0; step < wanted; step++) {
    const start = Math.floor((step * notes.length) / wanted)
    for (let offset = 0; offset < notes.length; offset++) {
      const path = notes[(start + offset) % notes.length]
      if (taken.has(path)) continue
      const found = say(path)
      if (found === null) continue
      taken.add(path)
      results.push({ path, found })
      break
    }
  }
  if (results.length === 0) throw new Error('No note of this vault has a word of its own.')
  return results
}

/** A word of plain prose: no address, no code, nothing that a reader of Markdown drops. */
function rareWord(vault, path, counts) {
  const prose = proseOf(readFileSync(join(vault, path), 'utf8'))
  return [...wordsOf(prose)].find((word) => word.length >= 5 && counts.get(word) === 1) ?? null
}

/** The two words of a note that are nearest to one note in a hundred. */
function twoWords(vault, path, counts, usual) {
  const prose = proseOf(readFileSync(join(vault, path), 'utf8'))
  const distance = (word) => Math.abs(Math.log(counts.get(word) / usual))
  const words = [...wordsOf(prose)].filter((word) => counts.get(word) > 1)
  const [first, second] = words.sort((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1))
  return second === undefined ? null : `${first} ${second}`
}

function proseOf(text) {
  return text
    .replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '')
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')
    .filter((line) => /^[\p{L}\p{N} ,.;:'"()\r-]+$/u.test(line))
    .join('\n')
}

/** The words of a text that every search takes for words: plain letters, four and more. */
function wordsOf(text) {
  return new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => /^[a-z]{4,}$/.test(word)),
  )
}

function groupByName(notes) {
  const paths = new Set(notes)
  const byName = new Map()
  for (const path of notes) {
    const name = basename(path, '.md').toLowerCase()
    // Two notes of one name: a link by it is nobody's for certain.
    byName.set(name, byName.has(name) ? null : path)
  }
  return { paths, byName }
}

/** The other notes that a text links to, each once. */
function linksOf(text, from, { paths, byName }) {
  const targets = new Set()
  for (const [, target] of text.matchAll(/\[\[([^\]|#\n]+)/g)) {
    const path = paths.has(`${target}.md`) ? `${target}.md` : byName.get(target.trim().toLowerCase())
    if (path != null) targets.add(path)
  }
  for (const [, target] of text.matchAll(/\]\(<?([^)>#\n]+\.md)/g)) {
    const path = posix.join(posix.dirname(from), decode(target))
    if (paths.has(path)) targets.add(path)
  }
  targets.delete(from)
  return targets
}

function decode(target) {
  try {
    return decodeURI(target)
  } catch {
    return target
  }
}
