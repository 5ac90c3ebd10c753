import type { History } from '../changes/history.ts'
import type { VaultError } from '../model/vault-error.ts'

/** A history that is out of reach: nothing is recorded, and whoever asks what was is told why it is not known. */
export function closedHistory(why: () => VaultError): History {
  const fail = (): never => {
    throw why()
  }
  return {
    record: fail,
    synced: fail,
    reach: fail,
    finish: fail,
    abandon: fail,
    keep: fail,
    prune: fail,
    begun: fail,
    find: fail,
    list: fail,
    steps: fail,
    paths: fail,
    lastStepAt: fail,
    nextMoveFrom: fail,
    nextStepAt: fail,
    folderMoves: fail,
    open: fail,
    caringly: fail,
    verify: fail,
    // What another process leaves half done is for one that can write to settle.
    isCutOff: () => false,
    needsCare: false,
    damages: () => [],
    close: () => undefined,
  }
}
