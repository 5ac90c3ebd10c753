import fc from 'fast-check'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { renameFollower } from '../../src/git/follow-renames.ts'
import { readLinks } from '../../src/markdown/read/read-links.ts'
import { stemOf } from '../../src/model/note-path.ts'
import { times } from '../support/long.ts'
import { expectMerged } from '../support/merge-law.ts'
import { editsUpTo, randomEdits } from '../support/random-edits.ts'
import { listFiles, needsShared, readText, sharedData } from '../support/shared-data.ts'
import { withFolder } from '../support/with-folder.ts'

const vaults = join(sharedData, 'vaults')
const real = listFiles(vaults, '.md').filter((file) => dirname(file) !== vaults)
const pairs = times(60, 10_000)
const renames = times(40, 10_000)

test.skipIf(real.length === 0)(
  `two people change real notes at random: far fewer conflicts than with git's own merge (${needsShared})`,
  () =>
    withFolder({}, (folder) => {
      const gits = { conflicts: 0, flints: 0, pairs: 0 }
      const notes = fc.constantFrom(...real.filter((file) => readText(file).length < 60_000))
      // Numbers at the ends of their range come no more often than others: who edits does not prefer the first line.
      const edits = fc.noBias(editsUpTo(8))
      const law = fc.property(notes, edits, edits, (file, first, second) => {
        const base = readText(file)
        const { ours, theirs, merged } = expectMerged(base, first, second)
        const files = Object.entries({ ours, base, theirs }).map(([name, text]) => {
          writeFileSync(join(folder, name), text)
          return join(folder, name)
        })
        const { status } = spawnSync('git', ['merge-file', '-p', '-q', ...files])
        gits.pairs += 1
        if (status !== 0) gits.conflicts += 1
        if (merged === null ? status !== 0 : merged.conflicts > 0) gits.flints += 1
      })
      fc.assert(law, { numRuns: pairs })
      const share = (count: number) => (100 * count) / gits.pairs
      if (pairs > 1_000) process.stderr.write(`${JSON.stringify(gits)}\n`)
      expect(share(gits.conflicts) - share(gits.flints)).toBeGreaterThanOrEqual(times(10, 30))
      return Promise.resolve()
    }),
  times(60_000, 1_800_000),
)

test.skipIf(real.length === 0)(
  `one renames a real note while the other links to it: the links lead to it after the merge (${needsShared})`,
  () => {
    let followed = 0
    const place = fc.integer({ min: 0, max: 999 }).map((share) => share / 1_000)
    const law = fc.property(
      fc.constantFrom(...real),
      place,
      randomEdits,
      randomEdits,
      (file, at, first, second) => {
        const { folder, notes } = vaultOf(file)
        const path = relative(folder, file)
        const hub = notes.filter((other) => other !== path)[Math.floor(at * (notes.length - 1))]
        if (hub === undefined) return
        const renamed = `moved/Renamed ${stemOf(hub)}.md`
        const follow = renameFollower({
          before: notes,
          after: notes.map((other) => (other === hub ? renamed : other)),
          renames: new Map([[hub, renamed]]),
          titles: new Map(),
          linkPath: 'shortest',
        })
        const rename = (text: string, settled: readonly string[] = []) =>
          follow({ path, from: path, text, settled: new Set(settled) })
        const link = `[[${hub.replace(/\.md$/, '')}]]`
        const base = `${readText(file)}\nSee ${link} too.\n`
        const { ours, merged } = expectMerged(base, first, second, {
          ours: rename,
          theirs: (text) => `${text}\nLook at ${link} again.\n`,
        })
        if (merged === null) return
        const text = rename(
          merged.text,
          readLinks(ours).map(({ target }) => target),
        )
        if (text !== merged.text) followed += 1
        expect(rename(text)).toBe(text)
      },
    )
    fc.assert(law, { numRuns: renames })
    expect(followed).toBeGreaterThan(renames / 2)
  },
  times(60_000, 1_800_000),
)

const known = new Map<string, { readonly folder: string; readonly notes: readonly string[] }>()

function vaultOf(file: string) {
  const folder = join(vaults, relative(vaults, file).split('/', 1)[0] ?? '')
  const vault = known.get(folder) ?? {
    folder,
    notes: listFiles(folder, '.md').map((path) => relative(folder, path)),
  }
  known.set(folder, vault)
  return vault
}
