import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A BEIR-shaped folder: `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`, of which only judged queries count. */
export function readCollection(folder) {
  const lines = (file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)
  const documents = lines('corpus.jsonl').map((line) => JSON.parse(line))
  const judged = new Map()
  for (const line of lines('qrels.tsv')) {
    const [query, document, grade] = line.split('\t')
    if (!(Number(grade) > 0)) continue
    if (!judged.has(query)) judged.set(query, new Map())
    judged.get(query).set(document, Number(grade))
  }
  const queries = lines('queries.jsonl')
    .map((line) => JSON.parse(line))
    .filter(({ _id }) => judged.has(_id))
    .map(({ _id, text }) => ({ id: _id, text, relevant: judged.get(_id) }))
  return { documents, queries }
}
