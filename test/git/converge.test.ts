import { expect, test } from 'vitest'
import { killSync } from '../support/kill-sync.ts'
import { listFiles } from '../support/shared-data.ts'
import { lines } from '../support/lines.ts'
import { times } from '../support/long.ts'
import { type Clone, withClones } from '../support/with-clones.ts'

const names = ['ada', 'bob', 'cy']
const notes = ['a.md', 'b.md', 'folder/c.md', 'folder/d.md']
const changes = times(5, 334)
/** Two of the three are agents. */
const editor = 2
const killed = 1
const text = lines('# Note', '', '- [ ] first', '- [ ] second', '', '## Log', '', 'Begun.')

/** Numbers that look random, the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test(
  'two agents and an editor change and sync at random, syncs of one are killed: all end with one tree and every text',
  () =>
    withClones(Object.fromEntries(notes.map((path) => [path, text])), names, async (clones, flint) => {
      const words: string[] = []
      const work = async (clone: Clone, seed: number) => {
        const pick = numbers(seed)
        for (let step = 0; step < changes; step += 1) {
          const word = `word${seed}x${step}x`
          words.push(word)
          await (seed === editor ? edit : callAgent)(clone, word, pick)
          if (pick(3) !== 0) continue
          if (seed === killed && pick(2) === 0) await killSync(clone, flint, 1 + pick(40))
          else await settle(clone)
        }
      }
      // All come to their end, so that none works on in a folder that is removed.
      const ended = await Promise.allSettled(clones.map(work))
      for (const end of ended) if (end.status === 'rejected') throw end.reason
      // Whoever synced last has sent it all; the others take it in.
      for (const clone of [...clones, ...clones]) await settle(clone)
      const trees = clones.map((clone) => clone.git('rev-parse', 'HEAD^{tree}'))
      expect(new Set(trees).size).toBe(1)
      for (const clone of clones) expect(clone.git('status', '--porcelain')).toBe('')
      const [first] = clones
      if (first === undefined) throw new Error('There are no clones.')
      const all = await Promise.all(
        listFiles(first.folder, '.md').map(
          async (file) => await first.read(file.slice(first.folder.length + 1)),
        ),
      )
      expect(words).toHaveLength(3 * changes)
      for (const word of words) expect(all.join('\n')).toContain(word)
    }),
  times(240_000, 3_600_000),
)

type Pick = (below: number) => number

async function callAgent(clone: Clone, word: string, pick: Pick): Promise<void> {
  const identifier = notes[pick(notes.length)] ?? 'a.md'
  const [tool, input] =
    pick(3) === 0
      ? ['create_note', { path: `new-${word}.md`, title: word, content: '[[a]]' }]
      : ['append_to_note', { identifier, content: `- ${word}` }]
  const { code, stdout, stderr } = await clone.flint('call', tool, '--json', JSON.stringify(input))
  expect({ code, stdout, stderr }).toMatchObject({ code: 0 })
}

async function edit(clone: Clone, word: string, pick: Pick): Promise<void> {
  const path = notes[pick(notes.length)] ?? 'a.md'
  const before = await clone.read(path)
  switch (pick(3)) {
    case 0:
      await clone.write(path, before.replace('## Log\n', `## Log\n\n${word} was here.\n`))
      break
    case 1:
      await clone.write(`new-${word}.md`, `# ${word}\n\n[[a]]\n`)
      break
    default:
      await clone.write(
        path,
        before.replace(/- \[[ x]\] first\n/, (task) => `${task}- [ ] ${word}\n`),
      )
  }
}

/** A conflict is settled by keeping both texts. */
async function settle(clone: Clone): Promise<void> {
  let last = ''
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const { code, stdout, stderr } = await clone.flint('sync', '--json')
    if (code === 0) return
    last = stdout + stderr
    const conflicts = /"conflicts":\s*\[([^\]]*)\]/.exec(stdout)?.[1] ?? ''
    for (const [, path = ''] of conflicts.matchAll(/"([^"]+\.md)"/g)) {
      const marked = await clone.read(path)
      await clone.write(path, marked.replace(/^(?:<{7}|={7}|>{7}).*\n/gm, ''))
    }
  }
  throw new Error(`It cannot be settled: ${last}`)
}
