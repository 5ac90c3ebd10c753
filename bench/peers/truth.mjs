import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listNotes } from '../own-vault.mjs'

/** Which of the queries some note of the vault answers: one that has every word of it. */
export function findAnswerable(vault, queries) {
  const open = new Map(queries.map((query) => [query, toMatchers(query)]))
  const answerable = new Set()
  for (const path of listNotes(vault)) {
    if (open.size === 0) break
    const text = readFileSync(join(vault, path), 'utf8').toLowerCase()
    for (const [query, matchers] of open) {
      if (!matchers.every(({ word, whole }) => text.includes(word) && whole.test(text))) continue
      answerable.add(query)
      open.delete(query)
    }
  }
  return answerable
}

/** Whether one of the notes found has every word of the query, whatever the order they came in. */
export function isAnswer(vault, hits, query) {
  const words = query.toLowerCase().split(' ')
  return hits.some((path) => {
    if (!existsSync(join(vault, path))) return false
    const text = readFileSync(join(vault, path), 'utf8').toLowerCase()
    return words.every((word) => text.includes(word) || path.toLowerCase().includes(word))
  })
}

/** The notes whose text links to this one by its name or path, and how to tell it of a text. */
export function findLinking(vault, path) {
  return listNotes(vault).filter(
    (other) => other !== path && hasLink(readFileSync(join(vault, other), 'utf8'), path),
  )
}

export function hasLink(text, path) {
  const name = basename(path, '.md')
  return [name, path.slice(0, -'.md'.length)].some(
    (target) =>
      [']]', '|', '#'].some((end) => text.includes(`[[${target}${end}`)) ||
      ['(', '/', '<'].some((start) =>
        [target, encodeURI(target)].some((written) => text.includes(`${start}${written}.md`)),
      ),
  )
}

function toMatchers(query) {
  return query
    .toLowerCase()
    .split(' ')
    .map((word) => ({ word, whole: new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u') }))
}
