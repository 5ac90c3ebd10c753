import { expect, test } from 'vitest'
import { mostOfEach } from '../../src/search/explain-hits.ts'
import { timesCounted } from '../../src/search/count-notes.ts'
import { englishEmbedder, hasOwnModel } from '../support/own-model.ts'
import { withMeaning } from '../support/with-meaning.ts'

// Each note has four in ten of the common words, so that none of them is in most notes and each tells a little.
const common = Array.from({ length: 59 }, (_, at) => `common${at}`)
const hasWord = (note: number, word: number) => (note * 7 + word * 3 + ((note * word) % 5)) % 10 < 4
const notes = Object.fromEntries(
  Array.from({ length: 120 }, (_, note) => [
    `n${note}.md`,
    `${common.filter((_, word) => hasWord(note, word)).join(' ')}.\n`,
  ]),
)

/** As long as the others, so that its length says nothing for it. */
const told = `zygote ${Array.from({ length: 25 }, (_, at) => `other${at}`).join(' ')}.\n`

test('many common words together do not outweigh the one that tells, in a question of sixty words', () =>
  withMeaning({ ...notes, 'told.md': told }, englishEmbedder(), async (vaults) => {
    await hasOwnModel(vaults)
    for (const mode of ['keyword', 'auto']) {
      const query = `${common.join(' ')} zygote`
      const { results, total } = await vaults.call('search_notes', { query, mode, limit: 3 })
      expect(results[0].path, mode).toBe('told.md')
      // The others have some of the words, and follow.
      expect(total, mode).toBeGreaterThan(80)
    }
  }))

test('in a long question a word counts as many times as it weighs more than the middle one', () => {
  const long = [1, ...Array.from({ length: 12 }, () => 150)]
  expect(timesCounted(1_000, long)).toEqual([3, ...Array.from({ length: 12 }, () => 1)])
  // Equally rare ones, and those that no note has, count once.
  expect(new Set(timesCounted(1_000, [...Array.from({ length: 12 }, () => 3), 0]))).toEqual(new Set([1]))
  expect(new Set(timesCounted(1_000, long.slice(0, 12)))).toEqual(new Set([1]))
  expect(mostOfEach({ notes: 1_000, having: long })[0]).toBeCloseTo(2.2 * 3 * Math.log(999.5 / 1.5), 6)
})
