import { stemmer } from 'stemmer'

/** The kinds of questions that are asked of a collection. */
export const kindsOfQuestions = {
  written: ({ queries }) => queries,
  capitals: ({ queries }) => queries.map((query) => ({ ...query, text: query.text.toUpperCase() })),
  long: longQuestions,
  rare: rareWords,
}

const mostRare = 150
const fewNotes = 2

/** One word each, which one or two notes have, wherever that is in them. */
function rareWords({ documents }) {
  const rare = [...bearersOf(documents)].filter(
    ([word, ids]) => ids.length <= fewNotes && /^\p{L}{5,14}$/u.test(word),
  )
  const step = Math.max(1, Math.floor(rare.length / mostRare))
  return rare
    .filter((_, at) => at % step === 0)
    .slice(0, mostRare)
    .map(([word, ids]) => ({ id: `rare-${word}`, text: word, relevant: new Map(ids.map((id) => [id, 1])) }))
}

/** The documents that have each word. */
function bearersOf(documents) {
  const bearers = new Map()
  for (const { _id, title = '', text } of documents)
    for (const word of new Set(`${title} ${text}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []))
      if (bearers.get(word)?.push(_id) === undefined) bearers.set(word, [_id])
  return bearers
}

const wordsInFront = 59
const mostLong = 200
/** In fewer notes the words before the last, the most common there are, stand in so few that they tell as much. */
const fewestNotes = 1_000

/** Sixty words: the most common ones of the collection, and one that stands in a single note. Only the last tells. */
function longQuestions({ documents }) {
  if (documents.length < fewestNotes) return []
  const bearers = bearersOf(documents)
  const filler = [...bearers]
    .sort(([, some], [, others]) => others.length - some.length)
    .slice(0, wordsInFront)
    .map(([word]) => word)
  // Words that differ only in their endings are one word to a search.
  const stems = new Map()
  for (const word of bearers.keys()) stems.set(stemmer(word), (stems.get(stemmer(word)) ?? 0) + 1)
  const telling = [...bearers].filter(
    ([word, ids]) =>
      ids.length === 1 && /^\p{Script=Latin}{8,14}$/u.test(word) && stems.get(stemmer(word)) === 1,
  )
  const one = new Map(telling.map(([word, [id]]) => [id, word]))
  return [...one].slice(0, mostLong).map(([id, word]) => ({
    id: `long-${id}`,
    text: [...filler, word].join(' '),
    relevant: new Map([[id, 1]]),
  }))
}
