import { printCells, round } from './print-table.mjs'
import { median } from './statistics.mjs'

/** What long notes take as tables: steps with one of 1 MB and 9 MB, then one that is longer than notes are edited. */
export function printLong({ notes, tooLong }) {
  const columns = ['', 'flint', 'floor', 'ratio', 'longest turn', '']
  for (const { size, steps } of notes) {
    console.log(`\nA note of ${size} MB, a link and a tag in each line\n`)
    printCells(
      columns,
      steps.map(({ name, ms, floor, turn }) => [
        name,
        `${round(median(ms))} ms`,
        `${round(median(floor))} ms`,
        `${median(ms.map((value, at) => value / floor[at])).toFixed(1)}×`,
        `${round(Math.max(...turn))} ms`,
        '',
      ]),
    )
  }
  const { size, steps, indexing, peak } = tooLong
  console.log(
    `\nA note of ${size} MB: at most ${round(indexing)} MB of memory once it is indexed, ${round(peak)} MB after all of this\n`,
  )
  printCells(
    ['', 'flint', 'longest turn', ''],
    steps.map(({ tool, ms, turn, error }) => [
      tool,
      `${round(ms)} ms`,
      `${round(turn)} ms`,
      error === undefined ? '' : error.code,
    ]),
  )
}
