import { once } from 'node:events'
import { openMeaning } from './open-meaning.ts'
import { startVault, type VaultOptions } from './start-vault.ts'

/** Longer than any index takes. */
const aDay = 86_400_000

/**
 * Brings this machine's index of a vault up to date which another server serves, with the vectors that somebody has made.
 * Needs no right to the vault: its files are read, and nothing is written but the index. Ends early when the signal is
 * aborted; what is stored by then is kept. VAULT_UNAVAILABLE where the folder is missing or another one.
 */
export async function prepareVault(options: VaultOptions, signal: AbortSignal): Promise<void> {
  const started = await startVault({ ...options, needsIndex: true, isBrief: true })
  const { keeper, coordination, history } = started
  started.remember()
  const isOver = () => signal.aborted
  const isIndexed = () => keeper?.progress.state === 'ready' && keeper.sync.problem === null
  const { vectors, embedding } = openMeaning(options, started, { isIndexed, isServed: false })
  try {
    if (keeper === null || isOver()) return
    const ended = once(signal, 'abort')
    await Promise.race([keeper.started.then(() => keeper.settled(aDay)), ended])
    if (isIndexed() && !isOver()) await Promise.race([embedding?.prepare(), ended])
  } finally {
    await embedding?.close()
    await vectors?.reader.close()
    await keeper?.close()
    coordination.close()
    history.close()
  }
}
