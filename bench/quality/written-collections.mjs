import { readFileSync } from 'node:fs'

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The collections that are written here, by their names. */
export const writtenCollections = {
  german: () => languageCollection(read('languages/german.txt')),
  japanese: () => languageCollection(read('languages/japanese.txt')),
  conversations: () => conversationCollection(read('conversations.txt')),
}

const notesInVault = 500

/**
 * Thirty questions over a vault of 500 notes. In the file a block with `?` is a question, the note that answers it (`=`), and
 * two (`+`) that use words of both: question and answer share none that says anything, so only who has read the others can
 * know that they belong together. A line with `-` is another subject, of four sentences. Each `+` is a note with one of
 * those sentences behind it; the other notes are two sentences of one subject and one of another.
 */
function languageCollection(text) {
  const lines = text.split('\n').filter(Boolean)
  const said = (mark) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2))
  const [questions, answers, bridges] = [said('? '), said('= '), said('+ ')]
  const subjects = said('- ').map((line) => line.split(' | '))
  const sentence = (at) => subjects[at % subjects.length][Math.floor(at / subjects.length) % 4]
  const notes = [
    ...answers.map((answer, at) => ({ _id: `answer-${at}`, text: answer })),
    ...bridges.map((bridge, at) => ({ _id: `bridge-${at}`, text: `${bridge} ${sentence(at)}` })),
  ]
  const pairs = [0, 1, 2, 3].flatMap((one) =>
    [1, 2, 3].filter((other) => other > one).map((other) => [one, other]),
  )
  for (let at = 0; notes.length < notesInVault; at++) {
    const subject = subjects[at % subjects.length]
    const [one, other] = pairs[Math.floor(at / subjects.length) % pairs.length]
    const elsewhere = sentence(at * 7 + 3 + Math.floor(at / 120))
    notes.push({ _id: `other-${at}`, text: `${subject[one]} ${subject[other]} ${elsewhere}` })
  }
  return {
    documents: mixed(notes),
    queries: questions.map((question, at) => ({
      id: `q${at}`,
      text: question,
      relevant: new Map([[`answer-${at}`, 1]]),
    })),
  }
}

/** Each turn of a conversation is a note. A question names the turns that answer it, counted from 1. */
function conversationCollection(text) {
  const documents = []
  const queries = []
  let talk = ''
  let turn = 0
  for (const line of text.split('\n').filter(Boolean)) {
    if (line.startsWith('# ')) [talk, turn] = [line.slice(2), 0]
    else if (line.startsWith('? ')) {
      const [question, turns] = line.slice(2).split(' > ')
      const relevant = new Map(turns.split(' ').map((number) => [`${talk}-${number}`, 1]))
      queries.push({ id: `q${queries.length}`, text: question, relevant })
    } else documents.push({ _id: `${talk}-${++turn}`, text: line })
  }
  return { documents, queries }
}

/** In another order, which is the same every time. */
function mixed(notes) {
  return notes
    .map((note, at) => ({ note, place: (at * 7_919 + 13) % 10_007 }))
    .sort((a, b) => a.place - b.place)
    .map(({ note }) => note)
}
