import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { column } from '../support/plain.ts'
import { addTwoVaults, twoFolders, withFlint, type Flint } from './with-flint.ts'

/** Three changes of one note, the newest last; says their ids. */
async function threeChanges({ run }: Flint): Promise<readonly string[]> {
  const ids: string[] = []
  for (const content of ['one', 'two', 'three']) {
    const args = JSON.stringify({ identifier: 'lamp.md', content })
    ids.push(JSON.parse((await run(['call', 'append_to_note', '--json', args])).stdout).change_id)
  }
  return ids
}

test('history shows what was changed, undo takes it back, one by one', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    const lamp = () => readFile(join(folder, 'ideas', 'lamp.md'), 'utf8')
    const before = await lamp()
    const [first, second, third] = await threeChanges(flint)
    expect((await run(['history', 'lamp'])).stdout).toMatch(/append_to_note {2}lamp\.md\n/)
    expect(column((await json(['history'])).changes, 'change_id')).toEqual([third, second, first])

    const plan = await run(['undo', '--last', '--dry-run'])
    expect(plan.stdout).toContain(`Change ${third} (append_to_note) would be undone: 1 file.`)
    expect(plan.stdout).toContain('-three')
    expect(await lamp()).toContain('three')
    expect((await json(['undo', '--last'])).undone_change_id).toBe(third)
    expect(await lamp()).not.toContain('three')
    // Once more goes one further back, and does not do the last one again.
    expect((await json(['undo', '--last'])).undone_change_id).toBe(second)
    expect((await run(['undo', first!])).stdout).toContain('is undone')
    expect(await lamp()).toBe(before)
    expect((await run(['history'])).stdout).toContain(`(undone by`)
    for (const chosen of [['--last'], ['--since', '1h', '--by', 'nobody']])
      expect(await run(['undo', ...chosen])).toEqual({
        code: 3,
        stdout: '',
        stderr: 'There is nothing to undo.\n',
      })
  }))

test('undo --since takes back all that came after, and stops where a file has moved on', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    const file = join(folder, 'ideas', 'lamp.md')
    const before = await readFile(file, 'utf8')
    await threeChanges(flint)
    expect((await json(['undo', '--since', '1h'])).undone).toHaveLength(3)
    expect(await readFile(file, 'utf8')).toBe(before)
    const [id] = await threeChanges(flint)
    await writeFile(file, 'by hand\n')
    const { code, stderr } = await run(['undo', id!])
    expect(code).not.toBe(0)
    expect(stderr).toContain('cannot be undone')
    expect(await readFile(file, 'utf8')).toBe('by hand\n')
  }))

test('undo of what was changed by hand since shows what it would do and what the change wrote', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    await run(['append', 'lamp', 'It leans.'])
    await writeFile(join(folder, 'ideas', 'lamp.md'), '# Desk lamp\n\nby hand\n')
    const { code, stderr } = await run(['undo', '--last'])
    expect(code).toBe(4)
    expect(stderr).toMatch(/^lamp\.md has changed/m)
    expect(stderr).toMatch(/^Undoing would do this to it as it is now:\n(?:.*\n)*-by hand\n/m)
    expect(stderr).toMatch(/^The change wrote:\n(?:.*\n)*\+It leans\.\nEdit it by hand\.\n$/m)
    expect(stderr).not.toMatch(/diff shows|written what/)
    expect((await json(['undo', '--last'])).error).toMatchObject({
      hint: expect.stringContaining('diff shows'),
      conflicts: [{ diff: expect.any(String), written: expect.any(String) }],
    })
  }))

test('undo --since previews all of it, and goes on past one that it cannot undo', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, folder } = flint
    await addTwoVaults(flint)
    const file = join(folder, 'ideas', 'lamp.md')
    const [first, second, third] = await threeChanges(flint)
    const plan = await run(['undo', '--since', '1h', '--dry-run'])
    for (const id of [first, second, third])
      expect(plan.stdout).toContain(`Change ${id} (append_to_note) would be undone`)
    for (const word of ['one', 'two', 'three']) expect(plan.stdout).toContain(`-${word}`)
    const made = JSON.parse(
      (await run(['call', 'create_note', '--json', '{"path":"new.md","title":"New"}'])).stdout,
    )
    await writeFile(file, 'by hand\n')
    const { code, stdout, stderr } = await run(['undo', '--since', '1h'])
    expect(code).toBe(1)
    expect(stdout).toContain(`Change ${made.change_id} (create_note) is undone`)
    expect(stderr).toBe(
      `Changes ${third}, ${second}, ${first} cannot be undone: a file has moved on since.\n1 change undone, 3 not.\n`,
    )
    expect(await run(['undo', '--since', '1h'])).toMatchObject({
      code: 4,
      stderr: `Changes ${third}, ${second}, ${first} cannot be undone: a file has moved on since.\nNothing was changed.\n`,
    })
    expect(await readFile(file, 'utf8')).toBe('by hand\n')
  }))

interface Lamp {
  readonly lamp: () => Promise<string>
  readonly before: string
  readonly written: string
}

/** Three changes have been made to one note: its text before them and after. */
function withChangedLamp(use: (flint: Flint, lamp: Lamp) => Promise<void>): Promise<void> {
  return withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const lamp = async () => await readFile(join(flint.folder, 'ideas/lamp.md'), 'utf8')
    const before = await lamp()
    await threeChanges(flint)
    await use(flint, { lamp, before, written: await lamp() })
  })
}

test('undo --since refuses a span that may mean months, and takes minutes and seconds', () =>
  withChangedLamp(async ({ run }, { lamp, before, written }) => {
    for (const more of [[], ['--yes'], ['--dry-run']]) {
      const refused = await run(['undo', '--since', '3m', ...more])
      expect(refused).toMatchObject({ code: 2, stdout: '' })
      expect(refused.stderr).toContain('Say 3min or 3months.')
    }
    expect(await lamp()).toBe(written)
    expect((await run(['history', '--since', '3m'])).stdout).toContain('append_to_note')
    expect((await run(['undo', '--since', '9000s', '--dry-run'])).stdout).toContain('would be undone')
    expect((await run(['undo', '--since', '10min'])).code).toBe(0)
    expect(await lamp()).toBe(before)
  }))

test('undo --since asks a person before it undoes several changes', () =>
  withChangedLamp(async (flint, { lamp, before, written }) => {
    const { run } = flint
    const since = ['undo', '--since', '1h']
    const kept = await run(since, { isTerminal: true, stdin: 'n' })
    expect(kept).toMatchObject({ code: 4, stdout: '' })
    expect(kept.stderr).toMatch(/Undo 3 changes, the oldest of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\?/)
    expect(kept.stderr).toContain('Nothing was changed.')
    expect(await lamp()).toBe(written)
    expect((await run(since, { isTerminal: true, stdin: 'y' })).stdout.match(/is undone/g)).toHaveLength(3)
    expect(await lamp()).toBe(before)
    await threeChanges(flint)
    const unasked = await run([...since, '--yes'], { isTerminal: true })
    expect(unasked.stderr).not.toContain('Undo 3 changes')
    expect(await lamp()).toBe(before)
    await run(['append', 'lamp', 'Once.'])
    expect((await run(since, { isTerminal: true })).stderr).not.toContain('Undo 1 change')
    expect(await lamp()).toBe(before)
  }))

test('todo, archive and delete say what takes all of them back', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, folder } = flint
    await addTwoVaults(flint)
    const undo = async ({ stdout }: { readonly stdout: string }) => {
      const [, ids = ''] = /Undo: flint undo ([\d ]+)/.exec(stdout) ?? []
      expect((await run(['undo', ...ids.split(' ')])).code).toBe(0)
    }
    await undo(await run(['todo', 'Call Ada']))
    expect((await run(['notes', '--dir', 'daily'])).code).toBe(3)
    await undo(await run(['archive', 'lamp', '--yes']))
    await undo(await run(['delete', 'note', 'lamp', '--mode', 'permanent', '--yes']))
    await undo(await run(['delete', 'notes', '--pattern', '*.md', '--mode', 'trash', '--yes']))
    expect(await readFile(join(folder, 'ideas/lamp.md'), 'utf8')).toBe(twoFolders['ideas/lamp.md'])
    expect(await run(['undo', '1', '2', '--last'])).toMatchObject({ code: 2 })
  }))

test('a note that only a backup has offers that instead of an undo', () =>
  withFlint({ 'v/big.md': `# Big\n\n${'A line.\n'.repeat(1_300_000)}` }, async ({ run, folder }) => {
    const vault = ['--vault', join(folder, 'v')]
    const { code, stdout } = await run(['delete', 'note', 'big', '--mode', 'permanent', '-y', ...vault])
    expect(code).toBe(0)
    expect(stdout).not.toContain('flint undo')
    const [, backup = ''] = /^Backup: (.+)$/m.exec(stdout) ?? []
    expect((await stat(backup)).size).toBe(10_400_007)
  }))

test('history says that no change fits what is asked for', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    await threeChanges(flint)
    for (const filter of [
      ['--by', 'nobody'],
      ['--since', '2099-01-01'],
    ])
      expect(await flint.run(['history', ...filter])).toEqual({
        code: 3,
        stdout: '',
        stderr: 'No change fits.\n',
      })
  }))

test('undo of several says what is undone where one is refused', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, folder } = flint
    await addTwoVaults(flint)
    await run(['append', 'lamp', 'one'])
    await run(['append', 'shelf', 'two'])
    await writeFile(join(folder, 'ideas', 'lamp.md'), 'by hand\n')
    const { code, stdout, stderr } = await run(['undo', '2', '1'])
    expect(code).toBe(1)
    expect(stdout).toContain('Change 2 (append_to_note) is undone')
    expect(stderr).toBe('Change 1 cannot be undone: a file has moved on since.\n1 change undone, 1 not.\n')
  }))

test('undo wants to know what', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    expect((await flint.run(['undo'])).stderr).toContain('Say what to undo')
    expect(await flint.run(['undo', '1', '--last'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('A change and --last do not go together.'),
    })
  }))
