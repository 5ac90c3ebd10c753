import { execFile } from 'node:child_process'
import { appendFile, mkdir, rename, rm, rmdir, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { until } from '../support/until.ts'
import type { ServedFlint } from '../support/served-flint.ts'
import type { Files, Json } from '../support/with-vault.ts'

const run = promisify(execFile)

/** How much happens in one round. */
export interface SoakSize {
  /** Notes that are edited, renamed and searched. */
  readonly notes: number
  /** Notes in the folder that is renamed. */
  readonly folder: number
  /** Files that a checkout changes. */
  readonly checkout: number
  /** Files that are written in one storm. */
  readonly storm: number
}

export interface Soak {
  readonly server: ServedFlint
  readonly root: string
  readonly size: SoakSize
  readonly round: number
  /** A whole number below this one, the same ones for the same seed. */
  readonly random: (below: number) => number
  /** Milliseconds that a condition may take. */
  readonly patience: number
}

/** The notes that the soak begins with. */
export function soakFiles({ notes, folder, checkout }: SoakSize): Files {
  const made: Record<string, string> = { 'moved/one.md': 'one\n' }
  for (let at = 0; at < notes; at++)
    made[`notes/n${at}.md`] =
      `---\ntags: [soak]\n---\n# Note ${at}\n\nnoteword${at}z [[n${(at * 7 + 1) % notes}]] [[b${at % folder}]]\n`
  for (let at = 0; at < folder; at++)
    made[`bulk-0/part ${at % 10}/b${at}.md`] =
      `# B ${at}\n\nbulkword${at}z [[n${at % notes}]]\n\n- [ ] task ${at}\n`
  for (let at = 0; at < checkout; at++)
    made[`tree/d${at % 40}/t${at}.md`] = `# T ${at}\n\nOn main. [[t${at + 1}]]\n`
  return made
}

/** Two branches that differ in every file of `tree`: changed, removed and added ones. */
export async function makeBranches(root: string, { checkout }: SoakSize): Promise<void> {
  await git(root, 'init', '--quiet', '--initial-branch=main')
  await git(root, 'add', 'tree')
  await git(root, 'commit', '--quiet', '--message=main')
  await git(root, 'checkout', '--quiet', '-b', 'other')
  for (let at = 0; at < checkout; at++) {
    const path = join(root, `tree/d${at % 40}/t${at}.md`)
    if (at % 10 === 0) await rm(path)
    else await writeFile(path, `# T ${at}\n\nOn the other branch, and longer. #other [[n${at}]]\n`)
    if (at % 10 === 1) {
      await mkdir(join(root, `tree/new${at % 30}`), { recursive: true })
      await writeFile(join(root, `tree/new${at % 30}/x${at}.md`), `# X ${at}\n\n[[t${at}]]\n`)
    }
  }
  await git(root, 'add', 'tree')
  await git(root, 'commit', '--quiet', '--message=other')
  await git(root, 'checkout', '--quiet', 'main')
}

/** What a round consists of, in order. */
export const soakSteps: Readonly<Record<string, (soak: Soak) => Promise<void>>> = {
  'edits, renames, moves and searches by tools': async ({ server, size, round, random }) => {
    const many = Math.ceil(size.notes / 20)
    for (let at = 0; at < many; at++) {
      const path = `made/r${round}/m${at}.md`
      succeeded(
        await server.call('create_note', { path, title: `M ${round} ${at}`, content: `madeword [[n${at}]]` }),
      )
      const identifier = `notes/n${random(size.notes)}.md`
      succeeded(await server.call('append_to_note', { identifier, content: `Round ${round}. [[m${at}]]` }))
      succeeded(await server.call('search_notes', { query: `noteword${random(size.notes)}z madeword` }))
      const renaming = { identifier: path, new_title: `Renamed ${round} ${at}`, rename_file: true }
      const { new_id: renamed } = succeeded(await server.call('rename_note', renaming))
      if (at % 3 === 0)
        succeeded(await server.call('move_note', { identifier: renamed, destination_directory: 'moved' }))
      if (at % 3 === 1)
        succeeded(await server.call('delete_note', { identifier: renamed, mode: 'permanent', confirm: true }))
      succeeded(await server.call('get_backlinks', { identifier }))
    }
  },

  'editors save: in place, by atomic rename, with backup and lock files': async ({
    root,
    size,
    round,
    random,
  }) => {
    for (let at = 0; at < Math.ceil(size.notes / 10); at++) {
      const path = join(root, `notes/n${random(size.notes)}.md`)
      const text = `# Saved ${round} ${at}\n\nsaved in round ${round} [[n${random(size.notes)}]]\n`
      const hidden = join(root, 'notes', '.#lock')
      if (at % 4 === 0) await writeFile(path, text)
      if (at % 4 === 1) {
        await writeFile(`${path}.tmp`, text)
        await rename(`${path}.tmp`, path)
      }
      if (at % 4 === 2) {
        await writeFile(join(root, 'notes/4913'), '')
        await rm(join(root, 'notes/4913'))
        await rename(path, `${path}~`)
        await writeFile(path, text)
        await rm(`${path}~`)
      }
      if (at % 4 === 3) {
        await symlink('somebody@elsewhere.1', hidden)
        await writeFile(path, '')
        await appendFile(path, text)
        await unlink(hidden)
      }
    }
  },

  'a storm of events: files made, written again and again, and gone': async ({ root, size, round }) => {
    const place = join(root, 'storm')
    await mkdir(place, { recursive: true })
    const all = Array.from({ length: size.storm }, (_, at) => at)
    await inTurns(all, (at) => writeFile(join(place, `s${at}.md`), `stormword ${round} ${at}\n`))
    for (let time = 0; time < 50; time++)
      await writeFile(join(place, 's0.md'), `time ${time} of round ${round}\n`)
    await inTurns(all, (at) =>
      at % 2 === 0 ? rm(join(place, `s${at}.md`)) : appendFile(join(place, `s${at}.md`), '[[s1]]\n'),
    )
  },

  'a checkout changes thousands of files, and is taken back': async ({ root, server, round }) => {
    await git(root, 'checkout', '--quiet', 'other')
    succeeded(await server.call('search_notes', { query: 'branch' }))
    await git(root, 'checkout', '--quiet', 'main')
    if (round % 2 === 0) await git(root, 'checkout', '--quiet', 'other')
  },

  'files appear in folders just made': async ({ root, round }) => {
    for (let at = 0; at < 10; at++) {
      const place = join(root, `fresh/r${round}/f${at}/deep/er`)
      await mkdir(place, { recursive: true })
      await writeFile(join(place, `new ${round} ${at}.md`), `freshword [[n${at}]]\n`)
      await writeFile(join(place, '..', 'beside.md'), 'beside\n')
    }
    if (round > 2) await rm(join(root, `fresh/r${round - 2}`), { recursive: true, force: true })
  },

  'a large folder is renamed, twice at once': async ({ root, server, round }) => {
    await rename(join(root, `bulk-${round - 1}`), join(root, 'bulk on its way'))
    succeeded(await server.call('search_notes', { query: 'bulkword1z' }))
    await rename(join(root, 'bulk on its way'), join(root, `bulk-${round}`))
  },

  'the vault is unmounted, changed elsewhere and mounted again': async ({
    root,
    server,
    round,
    patience,
  }) => {
    const refused = async () =>
      (await server.call('append_to_note', { identifier: 'notes/n0.md', content: 'lost' })).error?.code
    await rename(root, `${root} away`)
    // Some systems leave an empty folder where a drive was.
    const leavesFolder = round % 2 === 0
    if (leavesFolder) await mkdir(root)
    const isNoticed = async () => (await refused()) === 'VAULT_UNAVAILABLE'
    await until('it is noticed that the vault is gone', isNoticed, { withinMs: patience })
    await writeFile(join(`${root} away`, 'notes/elsewhere.md'), `changed elsewhere in round ${round}\n`)
    // Fails where anything was made in it.
    if (leavesFolder) await rmdir(root)
    await rename(`${root} away`, root)
  },

  'the active vault is switched and back': async ({ server, round }) => {
    for (let time = 0; time < 3; time++) {
      succeeded(await server.call('switch_vault', { vault_id: 'second' }))
      succeeded(
        await server.call('upsert_note', { identifier: 'log.md', content: `Round ${round}, ${time}.` }),
      )
      succeeded(await server.call('switch_vault', { vault_id: 'soak' }))
      succeeded(await server.call('list_notes', { limit: 5 }))
    }
  },
}

/** Waits until a note that an editor wrote just now is found, and gone when it is gone. */
export async function caughtUp({ server, root, round, patience }: Soak): Promise<void> {
  const word = `markerword${round}z`
  const total = async () => (await server.call('search_notes', { query: word })).total
  await writeFile(join(root, 'marker.md'), `${word}\n`)
  await until('the marker is found', async () => (await total()) === 1, { withinMs: patience })
  await rm(join(root, 'marker.md'))
  await until('the marker is gone', async () => (await total()) === 0, { withinMs: patience })
}

function succeeded(result: Json): Json {
  expect(result.error).toBeUndefined()
  return result
}

/** A few at a time. */
async function inTurns(all: readonly number[], work: (at: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += 50) await Promise.all(all.slice(from, from + 50).map(work))
}

async function git(root: string, ...args: readonly string[]): Promise<void> {
  const settings = [
    'user.name=Soak',
    'user.email=soak@example.org',
    'core.autocrlf=false',
    'gc.auto=0',
    'commit.gpgsign=false',
  ]
  await run('git', ['-C', root, ...settings.flatMap((setting) => ['-c', setting]), ...args])
}
