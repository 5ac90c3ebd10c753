import { expect, test } from 'vitest'
import { listFiles } from '../support/shared-data.ts'
import { lines } from '../support/lines.ts'
import { times } from '../support/long.ts'
import { type Clone, withClones } from '../support/with-clones.ts'

const names = ['ada', 'bob', 'cy']
const notes = ['a.md', 'b.md', 'folder/c.md', 'folder/d.md']
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
  'three clones that change and sync at random end with one tree, and every text is in it',
  () =>
    withClones(Object.fromEntries(notes.map((path) => [path, text])), names, async (clones) => {
      const pick = numbers(7)
      const words: string[] = []
      for (let step = 0; step < times(12, 1_000); step += 1) {
        const clone = clones[pick(clones.length)]
        if (clone === undefined) continue
        words.push(await change(clone, step, pick))
        if (pick(3) === 0) await settle(clone)
      }
      // Whoever synced last has sent it all; the others take it in.
      for (const clone of [...clones, ...clones]) await settle(clone)
      const trees = clones.map((clone) => clone.git('rev-parse', 'HEAD^{tree}'))
      expect(new Set(trees).size).toBe(1)
      const [first] = clones
      if (first === undefined) throw new Error('There are no clones.')
      expect(first.git('status', '--porcelain')).toBe('')
      const all = await Promise.all(
        listFiles(first.folder, '.md').map(
          async (file) => await first.read(file.slice(first.folder.length + 1)),
        ),
      )
      for (const word of words) expect(all.join('\n')).toContain(word)
    }),
  times(240_000, 3_600_000),
)

/** One change of an agent or an editor; the word that it adds. */
async function change(clone: Clone, step: number, pick: (below: number) => number): Promise<string> {
  const word = `word${step}x`
  const path = notes[pick(notes.length)] ?? 'a.md'
  switch (pick(4)) {
    case 0:
      await clone.flint(
        'call',
        'append_to_note',
        '--json',
        JSON.stringify({ identifier: path, content: `- ${word}` }),
      )
      break
    case 1: {
      const before = await clone.read(path)
      await clone.write(path, before.replace('## Log\n', `## Log\n\n${word} was here.\n`))
      break
    }
    case 2:
      await clone.write(`new-${word}.md`, `# ${word}\n\n[[a]]\n`)
      break
    default: {
      const before = await clone.read(path)
      await clone.write(
        path,
        before.replace(/- \[[ x]\] first\n/, (task) => `${task}- [ ] ${word}\n`),
      )
    }
  }
  return word
}

/** A conflict is settled by keeping both texts. */
async function settle(clone: Clone): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { code, stdout } = await clone.flint('sync', '--json')
    if (code === 0) return
    const conflicts = /"conflicts":\s*\[([^\]]*)\]/.exec(stdout)?.[1] ?? ''
    for (const [, path = ''] of conflicts.matchAll(/"([^"]+)"/g)) {
      const marked = await clone.read(path)
      await clone.write(path, marked.replace(/^(?:<{7}|={7}|>{7}).*\n/gm, ''))
    }
  }
}
