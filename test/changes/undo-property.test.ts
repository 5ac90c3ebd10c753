import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf } from '../support/hash-files.ts'
import { times } from '../support/long.ts'
import { listFiles, needsShared, sharedData } from '../support/shared-data.ts'
import { withVault, type Files, type Vaults } from '../support/with-vault.ts'

const head = fc.constantFrom(
  '',
  '---\ntitle: "A title"   # why\nstatus: open\ntags: [a,  b]\nupdated: 2024-01-02\n---\n',
  "---\ntitle: 'It''s'\nlist:\n    - one\n    -   two\ndate: 2024-01-02\nupdated: '2024-01-02T03:04:05Z'\n---\n",
  '---\nquoted: "2024-01-02"\nmulti: |\n  keeps\n\n  this  \nflow: {a: 1, b: [x,\ty]}\n---\n',
  '---\na: &anchor {x: 1}\nb: *anchor\n---\n',
  '---\na: 1\na: 2\nupdated: now\n---\n',
  '---\n# only a comment\n\n---\n\n',
  '---\nbad: [\n---\n',
)
const line = fc.constantFrom(
  '# T',
  '',
  '\tindented',
  'trailing  ',
  'mixed\r',
  'a\u2028b',
  '---',
  '\u{1f600} ✓',
  '## T',
)
const note = fc
  .record({
    mark: fc.constantFrom('', '\uFEFF'),
    end: fc.constantFrom('\n', '\r\n'),
    head,
    body: fc.array(line, { maxLength: 8 }),
    last: fc.constantFrom('', '\n', '\n\n'),
  })
  .map((given) =>
    `${given.mark}${given.head}${given.body.join('\n')}${given.last}`.replaceAll('\n', given.end),
  )

/** Calls of every tool that writes to a note, each on the file as it is. */
const writes: readonly (readonly [string, (hash: string) => object])[] = [
  ['append_to_note', () => ({ content: 'added\nlines' })],
  ['append_to_note', () => ({ content: 'x', section_header: 'New' })],
  ['upsert_note', () => ({ content: 'more' })],
  ['update_note', (content_hash) => ({ content: 'all new\n', content_hash })],
  ['update_note', () => ({ content: 'first', mode: 'prepend' })],
  ['update_note', (content_hash) => ({ metadata: { status: 'done', brand: ['x'] }, content_hash })],
  ['delete_note', () => ({ confirm: true, mode: 'archive', reason: 'why: "x"' })],
  ['delete_note', () => ({ confirm: true, mode: 'trash' })],
  ['delete_note', () => ({ confirm: true, mode: 'permanent' })],
]

/** Makes every write to a note and undoes it; says how many were made. */
async function writeAndUndo({ call, at }: Vaults, identifier: string): Promise<number> {
  const bytes = await readFile(at(identifier))
  let made = 0
  for (const [tool, args] of writes) {
    const written = await call(tool, { identifier, ...args(hashOf(bytes)) })
    if (written.error !== undefined) continue
    made += 1
    if (written.change_id === undefined) continue
    const undone = await call('undo_change', { change_id: written.change_id })
    expect(undone.error, `${tool} of ${identifier}`).toBeUndefined()
    expect(Buffer.compare(await readFile(at(identifier)), bytes), `${tool} of ${identifier}`).toBe(0)
  }
  expect(Buffer.compare(await readFile(at(identifier)), bytes)).toBe(0)
  return made
}

test(
  'undoing any write gives back the same bytes',
  () =>
    withVault({}, async (vaults) => {
      let count = 0
      await fc.assert(
        fc.asyncProperty(note, async (text) => {
          const id = `n${count++}.md`
          await vaults.write(id, text)
          expect(await writeAndUndo(vaults, id)).toBeGreaterThan(5)
        }),
        { numRuns: times(4, 12) },
      )
    }),
  120_000,
)

const realVaults = join(sharedData, 'vaults')

test.skipIf(!existsSync(realVaults))(
  `the same for notes that people wrote (${needsShared})`,
  async () => {
    const paths = listFiles(realVaults, '.md')
    // Every n-th: each note takes a dozen writes.
    const some = paths.filter((_, index) => index % Math.ceil(paths.length / times(7, 20)) === 0)
    const files: Record<string, Uint8Array> = {}
    for (const path of some) files[relative(realVaults, path).replaceAll('/.', '/_')] = await readFile(path)
    const visible: Files = Object.fromEntries(
      Object.entries(files).filter(([path]) => !/(?:^|\/)[._]/.test(path)),
    )
    await withVault(visible, async (vaults) => {
      let made = 0
      for (const id of Object.keys(visible)) made += await writeAndUndo(vaults, id)
      expect(made).toBeGreaterThan(times(20, 60))
    })
  },
  120_000,
)
