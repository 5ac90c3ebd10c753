import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { times } from '../support/long.ts'
import { until } from '../support/until.ts'
import { runGit } from '../support/with-clones.ts'
import { embedded, withMeaning } from '../support/with-meaning.ts'
import { wordEmbedder } from '../support/word-embedder.ts'

const count = times(60, 5_000)
const pathOf = (folder: string, n: number) => `${folder}/part-${n % 7}/note ${n}.md`
const textOf = (n: number) => `# Note ${n}\n\nOf snow and rose ${n}. See [[note ${(n + 1) % count}]].\n`

test(
  'a checkout that moves, changes and removes many notes is followed, and what only moved keeps its vectors',
  async () => {
    const embedder = wordEmbedder()
    const files = Object.fromEntries(
      Array.from({ length: count }, (_, n): [string, string] => [pathOf('old', n), textOf(n)]),
    )
    await withMeaning(files, embedder, async (vaults) => {
      const { at, call } = vaults
      const git = (...args: readonly string[]) => runGit(at(''), ...args)
      git('init', '--quiet', '--initial-branch=main')
      git('config', 'user.name', 'Ada')
      git('config', 'user.email', 'ada@example.org')
      git('add', '--all')
      git('commit', '--quiet', '-m', 'first')
      await embedded(vaults)
      const before = embedder.seen.length

      // Another branch is made beside the work tree, so that its checkout is the only thing that is seen.
      const other = `${at('')}-other`
      git('worktree', 'add', '--quiet', '-b', 'next', other)
      await rename(`${other}/old`, `${other}/new`)
      const changed = Array.from({ length: Math.floor(count / 10) }, (_, n) => n)
      for (const n of changed)
        await writeFile(`${other}/${pathOf('new', n)}`, `${textOf(n)}Changed words ${n}.\n`)
      await rm(`${other}/${pathOf('new', count - 1)}`)
      await mkdir(dirname(`${other}/added/one.md`), { recursive: true })
      await writeFile(`${other}/added/one.md`, 'Added words.\n')
      runGit(other, 'add', '--all')
      runGit(other, 'commit', '--quiet', '-m', 'next')
      git('worktree', 'remove', '--force', other)

      git('checkout', '--quiet', 'next')
      const paths = git('ls-files', '-z')
        .split('\0')
        .filter((path) => path.endsWith('.md'))
        .sort()
      await until(
        'every note is where the branch has it',
        async () => {
          const { results } = await call('search_notes_sql', {
            query: "SELECT count(*) AS n, sum(path LIKE 'old/%') AS gone FROM notes",
          })
          return results[0].n === paths.length && results[0].gone === 0
        },
        { withinMs: times(60_000, 300_000) },
      )
      await embedded(vaults)
      const { results } = await call('search_notes_sql', {
        query: 'SELECT path FROM notes ORDER BY path LIMIT 1000',
        limit: 1_000,
      })
      expect(results.map(({ path }: { readonly path: string }) => path)).toEqual(paths.slice(0, 1_000))
      expect(embedder.seen.slice(before).filter((text) => !/Changed|Added/.test(text))).toEqual([])
      expect(embedder.seen.length - before).toBe(changed.length + 1)
      const { backlinks } = await call('get_backlinks', { identifier: pathOf('new', 1) })
      expect(backlinks).toHaveLength(1)
    })
  },
  times(120_000, 900_000),
)
