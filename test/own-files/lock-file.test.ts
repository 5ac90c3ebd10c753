import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lockFile } from '../../src/own-files/lock-file.ts'
import { withFolder } from '../support/with-folder.ts'

const holder = fileURLToPath(new URL('../fixtures/keep-lock-file.mjs', import.meta.url))

async function startHolder(place: string) {
  const child = spawn(process.execPath, [holder, place], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

test('one at a time has the lock, and nothing is left of it', () =>
  withFolder({}, async (folder) => {
    const place = join(folder, 'a.lock')
    let inside = 0
    let most = 0
    const work = async () => {
      const release = await lockFile(place, { waitMs: 20_000 })
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside -= 1
      await release?.()
    }
    await Promise.all(Array.from({ length: 12 }, work))
    expect(most).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  }))

test('a living holder keeps it, one that is killed is replaced at once', () =>
  withFolder({}, async (folder) => {
    const place = join(folder, 'a.lock')
    const child = await startHolder(place)
    try {
      expect(await lockFile(place, { waitMs: 0 })).toBeNull()
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const release = await lockFile(place, { waitMs: 0 })
    expect(release).not.toBeNull()
    await release?.()
    expect(readdirSync(folder)).toEqual([])
  }))

test('a number that another process bears by now is no living holder', () =>
  withFolder({}, async (folder) => {
    const place = join(folder, 'a.lock')
    await (
      await lockFile(place, { waitMs: 0 })
    )?.()
    const release = await lockFile(place, { waitMs: 0 })
    const text = await readFile(place, 'utf8')
    const { started } = JSON.parse(text)
    await release?.()
    await writeFile(place, text.replace(started, `${started}0`))
    expect((await lockFile(place, { waitMs: 0 })) !== null).toBe(process.platform === 'linux')
  }))

test('a silent holder is replaced, and takes nothing from its successor when it wakes', () =>
  withFolder({}, async (folder) => {
    const place = join(folder, 'a.lock')
    const first = await lockFile(place, { waitMs: 0, beatEveryMs: 60_000 })
    await utimes(place, 1, 1)
    const second = await lockFile(place, { waitMs: 0 })
    expect(second).not.toBeNull()
    await first?.()
    expect(await lockFile(place, { waitMs: 0 })).toBeNull()
    await second?.()
    expect(readdirSync(folder)).toEqual([])
  }))

test('what an earlier version left is no lock once it is silent', () =>
  withFolder({}, async (folder) => {
    const place = join(folder, 'a.lock')
    await mkdir(place)
    expect(await lockFile(place, { waitMs: 0 })).toBeNull()
    await utimes(place, 1, 1)
    await (
      await lockFile(place, { waitMs: 0 })
    )?.()
    expect(readdirSync(folder)).toEqual([])
  }))
