import { countEach } from '../../../model/count-each.ts'
import { compareLines } from './diff-texts.ts'

const byteOrderMark = '\uFEFF'

/** The text of a file as a field of the browser has it: its line ends are `\n`, and no byte-order mark is before it. */
export function inField(file: string): string {
  return (file.startsWith(byteOrderMark) ? file.slice(1) : file).replace(/\r\n?/g, '\n')
}

/**
 * A text as it was edited in a browser, which knows only `\n`, with the line ends of the file: a line that stayed keeps
 * its own, a new one gets the one that most lines have. A byte-order mark stays before it.
 *
 *     keepLineEnds('a\r\nb\r\n', 'a\nc\n')   // 'a\r\nc\r\n'
 */
export function keepLineEnds(file: string, edited: string): string {
  if (file.startsWith(byteOrderMark)) return byteOrderMark + keepLineEnds(file.slice(1), edited)
  if (!file.includes('\r')) return edited
  const own = Array.from(file.matchAll(/([^\r\n]*)(\r\n?|\n|$)/g), ([, text = '', end = '']) => ({
    text,
    end,
  }))
  const steps = compareLines(
    own.map(({ text }) => text),
    edited.split('\n'),
  )
  const usual = mostCommon(own.map(({ end }) => end).filter((end) => end !== ''))
  let at = 0
  const lines = steps.flatMap(([kind, text]) => {
    const end = kind === 'added' ? '' : (own[at++]?.end ?? '')
    return kind === 'removed' ? [] : [{ text, end: end === '' ? usual : end }]
  })
  return lines.map(({ text, end }, line) => (line === lines.length - 1 ? text : text + end)).join('')
}

function mostCommon(ends: readonly string[]): string {
  const counts = countEach(ends)
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['\n', counts.get('\n') ?? 0])[0]
}

/** What `update_note` is asked to put a whole text in the place of another. */
export function wholeText(old: string, whole: string) {
  return old === '' ? { content: whole } : { edits: [{ old, new: whole }] }
}
