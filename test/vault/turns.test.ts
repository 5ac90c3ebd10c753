import { expect, test } from 'vitest'
import { Turns } from '../../src/vault/turns.ts'
import { withVault } from '../support/with-vault.ts'

test('work is done one piece after another in the order in which it came, whatever fails', async () => {
  const turns = new Turns()
  const seen: string[] = []
  let underWay = 0
  const work = (name: string) => async () => {
    underWay += 1
    expect(underWay).toBe(1)
    seen.push(name)
    await Promise.resolve()
    underWay -= 1
    if (name === 'b') throw new Error('b fails')
    return name
  }
  const all = ['a', 'b', 'c', 'd'].map((name) => turns.take(work(name)))
  expect(await Promise.allSettled(all)).toMatchObject([
    { value: 'a' },
    { reason: { message: 'b fails' } },
    { value: 'c' },
    { value: 'd' },
  ])
  expect(seen).toEqual(['a', 'b', 'c', 'd'])
})

test('two hundred writes at once in one vault all succeed', () =>
  withVault({ 'log.md': '# Log\n' }, async ({ call, read }) => {
    const numbers = Array.from({ length: 200 }, (_, index) => index)
    const results = await Promise.all(
      numbers.map((index) => call('append_to_note', { identifier: 'log.md', content: `line ${index}\n` })),
    )
    expect(results.filter(({ error }) => error !== undefined)).toEqual([])
    const written = [...(await read('log.md')).matchAll(/^line (\d+)$/gm)].map(([, index]) => Number(index))
    expect(written.toSorted((a, b) => a - b)).toEqual(numbers)
  }))
