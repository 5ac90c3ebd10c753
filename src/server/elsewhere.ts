import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { VaultOutcome } from '../call/vault-outcome.ts'

/** A request as it came in. */
export interface HeardRequest {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** By what this server limits its caller. */
  readonly limits: string
  /** Aborted once its client has cancelled it in a message of its own. */
  readonly cancelled?: AbortSignal
}

/** `elsewhere`: another server serves the vault. `without-folder`: this one does not have its folder. */
export type Accepted = 'here' | 'elsewhere' | 'without-folder'

/** The servers with which this one shares its vaults, each of which one alone serves. */
export interface Elsewhere {
  /**
   * True once another server has answered; false where it is to be answered here. `anyFolder`: its caller may accept
   * whatever lies where no server has the vault's notes.
   */
  pass(
    vault: string,
    call: HeardRequest,
    response: ServerResponse,
    isReading: boolean,
    how: { readonly anyFolder: boolean },
  ): Promise<boolean>
  /** Whether this server serves the vault, or does so from now on. */
  accept(vault: string): Promise<Accepted>
  /** Aborted once this server does not serve a vault any more. */
  lossOf(vault: string): AbortSignal
  /**
   * Answers a call to vaults that are served here: none of them goes to another server before it has ended. `left`, null for
   * one that changes nothing, is aborted once its caller is gone: then later calls to these vaults wait for its end.
   */
  during<Result>(
    vaults: readonly string[],
    answer: () => Promise<Result>,
    left: AbortSignal | null,
  ): Promise<Result>
  /**
   * Sends a stream of notices to the server that holds its vaults, as `pass` does a call; it ends when one of them goes to
   * another server. CONFLICT where they are held by several.
   */
  passStream(vaults: readonly string[], call: HeardRequest, response: ServerResponse): Promise<boolean>
  /** Whether this server serves all vaults of a stream; then it ends when one of them goes to another server. */
  acceptStream(vaults: readonly string[], response: ServerResponse): Promise<Accepted>
  /** Whether one of the servers has sent this, for what its bearer has sent there. */
  isHop(headers: IncomingHttpHeaders, body: Buffer): boolean
  /** By what the server that has sent this limits it. */
  limitsOf(headers: IncomingHttpHeaders): string
  /** The vaults of which a part of a call is asked; null for a whole one. */
  partOf(headers: IncomingHttpHeaders): readonly string[] | null
  /** What each vault answers, wherever it is served. */
  spread(
    vaults: readonly string[],
    call: HeardRequest,
    here: (vaults: readonly string[]) => Promise<readonly VaultOutcome[]>,
    signal: AbortSignal,
  ): Promise<readonly VaultOutcome[]>
}
