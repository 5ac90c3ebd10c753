/**
 * English stop words. They are in nearly every note, so ranking gives them no weight anyway, and looking them up takes
 * longer than all other words together. Stop words of other languages are searched and weigh as little.
 */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a about all also am an and any are as at be because been but by can could did do does for from had has have he her ' +
    'hers him his how i if in into is it its me more most my no nor not of on only or our ours she should so some such ' +
    'than that the their theirs them then there these they this those through to under up us very was we were what when ' +
    'where which while who whom whose why will with would you your yours'
  ).split(' '),
)

export function isStopWord(text: string): boolean {
  return stopWords.has(text.toLowerCase())
}
