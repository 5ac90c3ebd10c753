/** The kinds of questions that are asked of a collection. */
export const kindsOfQuestions = {
  written: ({ queries }) => queries,
  capitals: ({ queries }) => queries.map((query) => ({ ...query, text: query.text.toUpperCase() })),
  long: longQuestions,
}

const filler =
  'I wrote something about this a while ago and can not remember when that was or what it was called but it must still be there because there is nothing that I would have taken away and now I would like to see once more what was said about it at that time so which of all these is it that has this as'
    .split(' ')
    .slice(0, 59)
const mostLong = 60
/** In fewer notes, or in another language, the words before the last are not common ones. */
const fewestNotes = 1_000

/** Sixty words of which the last stands in one note alone, and only it tells. */
function longQuestions({ documents }) {
  if (documents.length < fewestNotes) return []
  const bearers = new Map()
  for (const { _id, title = '', text } of documents)
    for (const word of new Set(`${title} ${text}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []))
      bearers.set(word, [...(bearers.get(word) ?? []), _id])
  const telling = [...bearers].filter(
    ([word, ids]) => ids.length === 1 && /^\p{Script=Latin}{6,14}$/u.test(word),
  )
  const one = new Map(telling.map(([word, [id]]) => [id, word]))
  return [...one].slice(0, mostLong).map(([id, word]) => ({
    id: `long-${id}`,
    text: [...filler, word].join(' '),
    relevant: new Map([[id, 1]]),
  }))
}
