import { execFile } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { chmod, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { vaultFolders } from '../../src/vault/vault-folders.ts'
import { asOrdinaryUser, openToAll } from '../support/as-ordinary-user.ts'
import { changeFiles, openMain, version } from '../support/change-files.ts'
import { cutAll } from '../support/cut-all.ts'
import { dumpIndex } from '../support/dump-index.ts'
import { hashFiles, hashOf } from '../support/hash-files.ts'
import { indexFromNothing } from '../support/index-from-nothing.ts'
import { times } from '../support/long.ts'
import { until } from '../support/until.ts'
import { usualKind } from '../support/with-stores.ts'
import { withVault, type Files, type Json, type Vaults } from '../support/with-vault.ts'

const program = fileURLToPath(new URL('../fixtures/cut-off.mjs', import.meta.url))
const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

/** What a process that is killed, or meets a fault, at its N-th step on the disk leaves behind. */
async function cutOff(vaults: Vaults, how: string, at: number): Promise<Json> {
  const vault = await realpath(vaults.at('.'))
  const { state } = vaultFolders(join(vaults.folder, 'data'), vault, (await openMain(vaults)).config)
  let ending: Json = null
  await vaults.restart(async () => {
    const database = vaults.stores.url === null ? [] : [vaults.stores.url]
    const args = [program, vault, state, join(vaults.folder, 'plan.json'), how, String(at), ...database]
    const { stdout } = await run(process.execPath, args).catch(() => ({ stdout: 'null' }))
    ending = JSON.parse(stdout)
  })
  return ending
}

/** Writes the vault's files anew, and nothing else is in it. */
async function reset(vaults: Vaults, files: Files): Promise<void> {
  for (const name of await readdir(vaults.at('.')))
    if (name !== '.flint-note') await rm(vaults.at(name), { recursive: true })
  for (const [path, text] of Object.entries(files)) await vaults.write(path, text)
}

async function expectIndexOfDisk(vaults: Vaults): Promise<void> {
  const vault = await openMain(vaults)
  await vault.index.refresh('')
  const data = join(vaults.folder, 'other data')
  const expected = await indexFromNothing(vault, data)
  await rm(data, { recursive: true })
  await until('the indexes agree', () => {
    cutAll(vault.indexFile)
    return dumpIndex(vault.indexFile).join('\n') === expected.join('\n')
  })
}

const smallVault: Files = {
  'a.md': '# A\n\n[[b]] [[dir/c]]\n',
  'b.md': 'b [[a]]\n',
  'dir/c.md': 'c\n',
  'dir/pic.bin': 'bytes',
  'gone.md': 'to be removed\n',
}
const smallPlan: readonly FileChange[] = [
  { kind: 'replace', path: 'a.md', before: version(String(smallVault['a.md'])), text: '# A\n\n[[x]]\n' },
  { kind: 'replace', path: 'b.md', before: version(String(smallVault['b.md'])), text: 'B\n' },
  { kind: 'create', path: 'new/deep/n.md', text: '# N\n' },
  { kind: 'move', path: 'dir/c.md', to: 'moved/c.md', before: version('c\n'), text: 'c, edited\n' },
  { kind: 'move', path: 'b.md', to: 'new/b.md', before: version('B\n'), text: null },
  { kind: 'move-folder', path: 'dir', to: 'made/below/dir' },
  { kind: 'remove', path: 'gone.md', before: version('to be removed\n') },
  { kind: 'create', path: 'b.md', text: 'another b\n' },
]

/** A folder of 500 notes that all link a note which moves, with its folder, to another place. */
function longChange(): { readonly files: Files; readonly plan: readonly FileChange[] } {
  const files: Record<string, string> = { 'hub/hub.md': '# Hub\n' }
  const plan: FileChange[] = []
  for (let number = 0; number < 497; number++) {
    const path = `n${number % 7}/note ${number}.md`
    files[path] = `# Note ${number}\n\nSee [[hub]] and [[note ${(number * 7) % 497}]].\n`
    const text = files[path].replace('[[hub]]', '[[centre]]')
    plan.push({ kind: 'replace', path, before: version(files[path]), text })
  }
  plan.push({
    kind: 'move',
    path: 'hub/hub.md',
    to: 'hub/centre.md',
    before: version('# Hub\n'),
    text: '# Centre\n',
  })
  plan.push(
    { kind: 'move-folder', path: 'hub', to: 'n0/hub' },
    { kind: 'create', path: 'log.md', text: 'moved\n' },
  )
  return { files, plan }
}

/** Cuts the plan off at these steps and expects it wholly done or not begun afterwards; says how often which. */
async function walk(
  vaults: Vaults,
  { files, plan }: { readonly files: Files; readonly plan: readonly FileChange[] },
  phases: (count: number) => readonly number[],
  checksIndex: (phase: number) => boolean,
): Promise<{ readonly before: number; readonly after: number }> {
  await writeFile(join(vaults.folder, 'plan.json'), JSON.stringify(plan))
  await vaults.call('list_vaults')
  await openMain(vaults)
  const content = () => contentOf(vaults)
  const before = await content()
  const { steps, error } = await cutOff(vaults, 'none', 0)
  expect(error).toBeNull()
  const after = await content()
  expect(after).not.toEqual(before)
  const ends = { before: 0, after: 0 }
  for (const phase of phases(steps)) {
    await reset(vaults, files)
    expect(await cutOff(vaults, 'kill', phase)).toBeNull()
    await openMain(vaults)
    const found = await content()
    const end = JSON.stringify(found) === JSON.stringify(after) ? 'after' : 'before'
    expect(found, `cut off at ${phase}`).toEqual(end === 'after' ? after : before)
    ends[end] += 1
    if (checksIndex(phase)) await expectIndexOfDisk(vaults)
  }
  return ends
}

test(
  'killed at any step of a small change, the vault is wholly before or wholly after, and the index agrees',
  () =>
    withVault(smallVault, async (vaults) => {
      // The last ones always: there it turns from one into the other.
      const some = (count: number) =>
        Array.from({ length: count }, (_, index) => index + 1).filter(
          (phase) => phase % times(4, 1) === 0 || phase > count - 3,
        )
      const ends = await walk(
        vaults,
        { files: smallVault, plan: smallPlan },
        some,
        (phase) => phase % 12 === 0,
      )
      expect(ends.before).toBeGreaterThan(times(5, 20))
      expect(ends.after).toBeGreaterThan(0)
    }),
  times(120_000, 3_600_000),
)

test(
  'killed at any of many steps of a change of 500 files, the same',
  () => {
    const long = longChange()
    return withVault(long.files, async (vaults) => {
      const some = (count: number) =>
        [1, 40, count - 4, Math.floor(count / 2), count - 12, count].slice(times(3, 0))
      const ends = await walk(vaults, long, some, (phase) => phase > 1000)
      expect(ends.before).toBeGreaterThan(times(0, 2))
    })
  },
  times(120_000, 3_600_000),
)

test(
  'and at random ones',
  () => {
    const long = longChange()
    return withVault(long.files, async (vaults) => {
      const some = (count: number) =>
        fc.sample(fc.integer({ min: 1, max: count }), { numRuns: times(1, 200), seed: 5 })
      const { before, after } = await walk(vaults, long, some, () => false)
      expect(before + after).toBe(times(1, 200))
    })
  },
  times(120_000, 7_200_000),
)

const contentOf = async (vaults: Vaults) =>
  Object.fromEntries(
    Object.entries(await hashFiles(vaults.at('.'))).filter(([path]) => !path.startsWith('.flint-note')),
  )

test.each(['ENOSPC', 'EACCES'])(
  '%s at any step of a small change leaves all as it was, at once',
  (how) =>
    withVault(smallVault, async (vaults) => {
      await writeFile(join(vaults.folder, 'plan.json'), JSON.stringify(smallPlan))
      const before = await contentOf(vaults)
      const { steps } = await cutOff(vaults, 'none', 0)
      let refused = 0
      for (let at = 1; at <= steps; at += times(10, 5)) {
        await reset(vaults, smallVault)
        const { error } = await cutOff(vaults, how, at)
        if (error === null) continue
        refused += 1
        expect(['PERMISSION_DENIED', 'VAULT_UNAVAILABLE', 'CONFLICT']).toContain(error.code)
        if (error.code === 'CONFLICT') await openMain(vaults)
        expect(await contentOf(vaults), `${how} at ${at}`).toEqual(before)
      }
      expect(refused).toBeGreaterThan(times(1, 3))
    }),
  times(120_000, 3_600_000),
)

test('what somebody else has changed since stays, is named in the log, and can be found in the history', () =>
  withVault(smallVault, async (vaults) => {
    await writeFile(join(vaults.folder, 'plan.json'), JSON.stringify(smallPlan))
    const { steps } = await cutOff(vaults, 'none', 0)
    await reset(vaults, smallVault)
    await cutOff(vaults, 'kill', steps - 3)
    await vaults.write('a.md', 'by hand\n')
    const listed = await vaults.call('list_changes')
    expect(await vaults.read('a.md')).toBe('by hand\n')
    expect(await vaults.read('b.md')).toBe(smallVault['b.md'])
    expect(await vaults.read('gone.md')).toBe(smallVault['gone.md'])
    expect(listed.changes[0]).toMatchObject({
      state: 'interrupted',
      file_count: 1,
      files: [{ path: 'a.md' }],
    })
    expect(vaults.log.join('\n')).toMatch(/left as they are.*a\.md/)
    const { error } = await vaults.call('undo_change', { change_id: listed.changes[0].change_id })
    expect(error).toMatchObject({ code: 'CONFLICT', conflicts: [{ path: 'a.md', diff: expect.any(String) }] })
    expect(error.conflicts[0].diff).toContain('+[[b]] [[dir/c]]')
  }))

// With a lease no other writes to a vault that is open.
test.skipIf(usualKind === 'postgres')(
  'a change that a dead process left is taken back by one that lives, which need not write for it',
  () =>
    withVault(smallVault, async (vaults) => {
      await writeFile(join(vaults.folder, 'plan.json'), JSON.stringify(smallPlan))
      const root = await realpath(vaults.at('.'))
      const { config } = await openMain(vaults)
      const { state } = vaultFolders(join(vaults.folder, 'data'), root, config)
      const args = [program, root, state, join(vaults.folder, 'plan.json'), 'kill', '20']
      await run(process.execPath, args).catch(() => undefined)
      await until('all is as it was', async () => {
        // What the dead process left goes away meanwhile.
        const content = await contentOf(vaults).catch(() => null)
        return content?.['a.md'] === hashOf(String(smallVault['a.md']))
      })
      await until('the search agrees', async () => (await vaults.call('find_broken_links')).total === 0)
      const appended = await vaults.call('append_to_note', { identifier: 'a.md', content: 'next' })
      expect(appended.error).toBeUndefined()
      expect(await vaults.read('a.md')).toBe(`${String(smallVault['a.md'])}next\n`)
      expect(await vaults.read('b.md')).toBe(smallVault['b.md'])
      await expectIndexOfDisk(vaults)
    }),
)

test('a folder that becomes read-only midway: what can be is put back at once, the rest with the next write', () => {
  const files = Object.fromEntries(
    ['open/a.md', 'open/b.md', 'closed/c.md', 'closed/d.md'].map((path) => [path, `${path}\n`]),
  )
  return withVault(files, async (vaults) => {
    const { call, at } = vaults
    const vault = await openMain(vaults)
    const before = await contentOf(vaults)
    for (const path of ['.', 'open', 'closed', ...Object.keys(files)]) await chmod(at(path), 0o777)
    await chmod(vaults.folder, 0o777)
    openToAll(join(vaults.folder, 'data'))
    const plan = Object.entries(files).map(([path, text]): FileChange => ({
      kind: 'replace',
      path,
      before: version(text),
      text: `more ${text}`,
    }))
    plan.push({ kind: 'create', path: 'closed/new.md', text: 'x\n' })
    const create = vault.files.create.bind(vault.files)
    const asOwner = (work: () => void) => {
      if (isRoot) process.seteuid?.(0)
      work()
      if (isRoot) process.seteuid?.(65_534)
    }
    // Somebody takes the permission away just before the last step.
    vault.files.create = async (...args) => {
      asOwner(() => {
        chmodSync(at('closed'), 0o555)
      })
      await create(...args)
    }
    const failed = await asOrdinaryUser(() => changeFiles(vaults, plan).catch((error: unknown) => error))
    expect(failed).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('could not be taken back yet'),
    })
    expect(await vaults.read('open/a.md')).toBe('open/a.md\n')
    expect(await vaults.read('closed/c.md')).toBe('more closed/c.md\n')
    vault.files.create = create
    await chmod(at('closed'), 0o777)
    expect((await call('append_to_note', { identifier: 'open/a.md', content: 'next' })).error).toBeUndefined()
    expect(await contentOf(vaults)).toEqual({ ...before, 'open/a.md': hashOf('open/a.md\nnext\n') })
  })
})
