import { expect, test } from 'vitest'
import { AnswerAhead } from '../../src/cli/answer-ahead.ts'
import type { VaultAccess } from '../../src/registry/vault-access.ts'
import type { VaultContext } from '../../src/vault/vault-context.ts'
import { withVaults, type Vaults } from '../support/with-vault.ts'

const { signal } = new AbortController()

test('an answer stands where the look at the disk changes nothing', () =>
  withAhead(async ({ ahead, end, asked }) => {
    const early = ahead()
    end()
    expect((await early.standing())?.structuredContent).toEqual({ notes: 1 })
    expect(asked).toEqual([{ state: 'ready', message: null }])
  }))

test('an answer falls where the look at the disk finds something', () =>
  withAhead(async ({ ahead, end, write, asked }) => {
    const early = ahead()
    await write('b.md', '# B\n')
    end()
    expect(await early.standing()).toBeNull()
    expect(asked).toHaveLength(1)
  }))

test('an answer that failed is made again', () =>
  withAhead(async ({ ahead, end }) => {
    const early = ahead(true)
    end()
    expect(await early.standing()).toBeNull()
  }))

test('an answer falls where the look does not come to an end', () =>
  withAhead(async ({ ahead }) => {
    expect(await ahead().standing()).toBeNull()
  }))

test('none is made once the index agrees with the disk', () =>
  withAhead(async ({ ahead, end, asked }) => {
    end()
    expect(await ahead().standing()).toBeNull()
    expect(asked).toEqual([])
  }))

test('what an answer that falls was told is told to the next one', () =>
  withAhead(async ({ ahead, vault, notices }) => {
    notices.push('A text was kept.')
    const early = ahead()
    await early.standing()
    expect(notices).toEqual([])
    const after = await early.vaultsAfter.open(vault.id)
    expect([after.takeNotices(), after.takeNotices()]).toEqual([['A text was kept.'], []])
  }))

interface Ahead {
  readonly vault: VaultContext
  /** Begins an answer, which counts the notes. */
  readonly ahead: (isError?: boolean) => AnswerAhead
  /** Has the look at the disk come to its end. */
  readonly end: () => void
  /** Writes a note and waits until the index has it. */
  readonly write: Vaults['write']
  /** How fresh the index was to each answer. */
  readonly asked: object[]
  readonly notices: string[]
}

async function withAhead(use: (given: Ahead) => Promise<void>): Promise<void> {
  await withVaults({ work: { 'a.md': '# A\n' } }, async ({ hub, write }) => {
    const opened = await hub.open((await hub.find('work')).id)
    await opened.index.settled()
    let isLooking = true
    const notices: string[] = []
    const { index } = opened.view({})
    const vault: VaultContext = {
      ...opened,
      index: {
        ...index,
        get freshness() {
          if (!isLooking) return opened.index.freshness
          return {
            ...opened.index.freshness,
            state: 'scanning' as const,
            message: 'It is being looked through.',
          }
        },
      },
      takeNotices: () => notices.splice(0),
    }
    const asked: object[] = []
    const answerIn = async (vaults: VaultAccess, isError: boolean) => {
      const seen = await vaults.open(vault.id)
      seen.takeNotices()
      const { state, message } = seen.index.freshness
      asked.push({ state, message })
      const notes = await seen.index.query((reader) =>
        reader.db.prepare<[], number>('SELECT count(*) FROM note').pluck().get(),
      )
      return { structuredContent: { notes }, text: '', isError }
    }
    await use({
      vault,
      ahead: (isError = false) => {
        return new AnswerAhead(
          vault,
          { vaults: hub, signal },
          async ({ vaults }) => await answerIn(vaults, isError),
        )
      },
      end: () => {
        isLooking = false
      },
      async write(path, text) {
        await write(path, text)
        await opened.index.refresh('')
      },
      asked,
      notices,
    })
  })
}
