import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WriteDoor } from '../../src/changes/write-changes.ts'
import { StrayTexts } from '../../src/vault/stray-texts.ts'
import type { VaultId } from '../../src/model/ids.ts'
import { withVault } from '../support/with-vault.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A drive that goes away right after a change. */
function onDrive() {
  const told: string[] = []
  const away = Object.assign(new Error('i/o error'), { code: 'EIO' })
  const drive = { isAway: true, looks: 0 }
  const look = () => {
    drive.looks += 1
    if (drive.isAway) throw away
  }
  const displaced = {
    isEmpty: false,
    get isStirring() {
      look()
      return false
    },
    takeStrays: () => {
      look()
      return Promise.resolve([])
    },
  }
  const warn = (message: string, facts?: object) =>
    void told.push([message, ...Object.values(facts ?? {})].join(': '))
  const door = { files: { displaced }, log: { warn } } as unknown as WriteDoor
  return { strays: new StrayTexts(door), drive, told }
}

const lock = { isMine: () => true, confirm: () => Promise.resolve() }

test('a drive that is gone right after a change fails neither the change nor the process, and is looked at again', async () => {
  const { strays, drive, told } = onDrive()
  await strays.follow(lock)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(
    Array(2).fill('whether an editor saved a file that was replaced cannot be seen: i/o error'),
  )
  drive.isAway = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect(drive.looks).toBe(3)
  drive.isAway = true
  await strays.close()
  expect(told).toHaveLength(3)
})

test('a part of a vault that does not close leaves no other open', async () => {
  vi.useRealTimers()
  await withVault({ 'a.md': '# A\n' }, async ({ hub, log }) => {
    const vault = await hub.open('main' as VaultId)
    const close = vault.textWork.close.bind(vault.textWork)
    vault.textWork.close = async () => {
      await close()
      throw new Error('stuck')
    }
    await vault.close()
    expect(log.join('\n')).toContain('a part of a vault did not close')
    await expect(vault.index.query(() => Promise.resolve(1))).rejects.toThrow()
    expect(() => vault.changes.damages()).not.toThrow()
  })
})
