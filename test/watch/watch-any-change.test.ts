import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withWatchedFolder } from './with-watched-folder.ts'

const folder = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  .map((names) => names.join('/'))
const file = fc.tuple(folder, fc.constantFrom('x.md', 'y.md')).map((parts) => parts.join('/'))
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), path: file }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), path: folder, to: folder }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), path: folder }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('turn' as const) }) },
)

test('after any quick sequence of changes everything was reported and everything is still watched', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) =>
      withWatchedFolder({}, async ({ root, at, write, seen, settle, reported, overflows }) => {
        for (const change of steps) {
          if (change.kind === 'write') write(change.path, `${performance.now()}\n`)
          if (change.kind === 'remove') rmSync(at(change.path), { recursive: true, force: true })
          if (change.kind === 'turn') await new Promise(setImmediate)
          if (change.kind !== 'rename' || !existsSync(at(change.path)) || existsSync(at(change.to))) continue
          if (`${change.to}/`.startsWith(`${change.path}/`)) continue
          mkdirSync(dirname(at(change.to)), { recursive: true })
          renameSync(at(change.path), at(change.to))
        }
        const present = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
          path.endsWith('.md'),
        )
        await reported(...present)
        // Twice: what is taken up late must not make the second round true by itself.
        await settle()
        await settle()
        for (const path of present) writeFileSync(at(path), 'changed in place\n')
        await reported(...present)
        expect(new Set([...seen()].filter((path) => path.endsWith('.md')))).toEqual(new Set(present))
        expect(overflows()).toBe(0)
      }),
    ),
    { numRuns: 25 },
  )
})
