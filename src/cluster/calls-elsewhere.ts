import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { VaultOutcome } from '../call/vault-outcome.ts'
import type { Log } from '../model/log.ts'
import { errorCodes, VaultError } from '../model/vault-error.ts'
import { leaseLost } from '../postgres/lease-connection.ts'
import { type Accepted, folderNowhere, type Leases, type Place, type TakeHow } from './leases.ts'
import { hopHeader, limitsHeader, partHeader, type PassedCall, type PassOn, type Refusal } from './pass-on.ts'

interface Options {
  readonly leases: Leases
  readonly passOn: PassOn
  readonly log: Log
}

/**
 * How long a call waits for its vault to be with somebody, how often that is tried, how soon a holder is doubted, and how
 * long one may take that is only about to hold it.
 */
const patience = { placeMs: 20_000, againMs: 100, doubtMs: 1_000, openMs: 10_000 } as const

/** The way of a call to the server that holds its vault: one hop, no more. */
export class CallsElsewhere {
  readonly #options: Options
  /** Streams of notices that this server sends, by vault. */
  readonly #streams = new Map<string, Set<ServerResponse>>()

  constructor(options: Options) {
    this.#options = options
    options.leases.onGone((vault) => {
      // Its client subscribes again, and gets to who serves the vault then.
      for (const response of this.#streams.get(vault) ?? []) response.destroy()
      return Promise.resolve()
    })
  }

  /**
   * Sees to it that a call reaches its vault: true once another server has answered it, false where it is to be answered
   * here, under the vault's lease. LEASE_LOST or CLUSTER_UNAVAILABLE where nobody could be found in time, or where nobody
   * knows whether it was done.
   */
  async pass(
    vault: string,
    call: PassedCall,
    response: ServerResponse,
    isReading: boolean,
    how: TakeHow = {},
  ): Promise<boolean> {
    const { leases } = this.#options
    const tried = new Tried()
    const end = performance.now() + patience.placeMs
    for (;;) {
      // Whoever is gone may look elsewhere by now whether it was done.
      if (response.destroyed) return true
      if (call.cancelled?.aborted === true) throw cancelledBefore(vault)
      const orLater = (error: unknown) => {
        if (performance.now() < end && !response.destroyed) return null
        throw error
      }
      const place = await leases.place(vault, tried.avoid).catch(orLater)
      if (place?.kind === 'here') {
        // Nobody else is left.
        const isNowhere = tried.lack(leases.address) && tried.lackAll()
        if (isNowhere && how.anyFolder !== true) throw folderNowhere(vault)
        const accepted = await leases.accept(vault, isNowhere ? how : {}).catch(orLater)
        if (accepted === 'here') return false
        if (accepted === 'without-folder' && !tried.lack(leases.address)) {
          tried.noteLack(leases.address)
          continue
        }
      }
      if (place?.kind === 'there') {
        const passed = await this.#watched(vault, place, call, response)
        if (passed === 'answered') return true
        if (passed === 'unknown') throw this.#unknownThere(vault, place.address)
        if (typeof passed === 'object') throw notLetIn(vault, place.address, passed)
        leases.forget(vault)
        if (passed === 'broken' && !isReading) throw nobodyKnows(vault)
        if (passed === 'without-folder') tried.noteLack(place.address)
        else tried.avoid.add(place.address)
      }
      if (performance.now() > end) throw leaseLost(vault)
      await pause(patience.againMs)
    }
  }

  /** Takes the lease of a vault that this server is asked for, unless another one has it. */
  async accept(vault: string): Promise<Accepted> {
    return await this.#options.leases.accept(vault).catch((error: unknown) => {
      // Who has passed the call on waits for that.
      if (error instanceof VaultError) return 'elsewhere'
      throw error
    })
  }

  /** Sends a stream to who holds its vaults; false where that is this server. CONFLICT where several hold them. */
  async passStream(vaults: readonly string[], call: PassedCall, response: ServerResponse): Promise<boolean> {
    const held = new Map<string, string>()
    for (const vault of vaults) {
      const holder = await this.#options.leases.holderNow(vault)
      if (holder !== null) held.set(vault, holder)
    }
    if (new Set(held.values()).size > 1) throw heldBySeveral([...held.keys()])
    // Those that nobody holds go to who holds the others.
    const [first] = [...held.keys(), ...vaults]
    if (first === undefined) return false
    if (await this.pass(first, call, response, true)) return true
    if ((await this.acceptStream(vaults, response)) === 'here') return false
    throw leaseLost(first)
  }

  /** Takes the vaults of a stream, which ends when one of them is gone; else says why one cannot be taken. */
  async acceptStream(vaults: readonly string[], response: ServerResponse): Promise<Accepted> {
    for (const vault of vaults) {
      const accepted = await this.accept(vault)
      if (accepted !== 'here') return accepted
    }
    // One that was closed meanwhile does not say so again.
    if (response.destroyed) return 'here'
    for (const vault of vaults)
      this.#streams.set(vault, (this.#streams.get(vault) ?? new Set()).add(response))
    response.once('close', () => {
      for (const vault of vaults) {
        const streams = this.#streams.get(vault)
        streams?.delete(response)
        if (streams?.size === 0) this.#streams.delete(vault)
      }
    })
    return 'here'
  }

  /** Aborted once this server does not serve a vault any more. */
  lossOf(vault: string): AbortSignal {
    return this.#options.leases.lossOf(vault)
  }

  /**
   * Answers a call here: its vaults are not given back before it has ended. `left` is aborted once the caller of one that
   * changes something is gone: later calls wait for it.
   */
  async during<Result>(
    vaults: readonly string[],
    answer: () => Promise<Result>,
    left: AbortSignal | null,
  ): Promise<Result> {
    return await this.#options.leases.calls.during(vaults, answer, left)
  }

  /** What each vault answers to one part of a call, wherever it is served; tried again where a server was lost meanwhile. */
  async spread(
    vaults: readonly string[],
    call: PassedCall,
    here: (vaults: readonly string[]) => Promise<readonly VaultOutcome[]>,
    signal: AbortSignal,
  ): Promise<readonly VaultOutcome[]> {
    const told = new Map<string, VaultOutcome>()
    const tried = new Map(vaults.map((id) => [id, new Tried()]))
    const end = performance.now() + patience.placeMs
    for (;;) {
      const missing = vaults.filter((id) => !told.has(id))
      const groups = await this.#byPlace(missing, tried, told)
      await Promise.all(
        [...groups].map(async ([address, ids]) => {
          if (address === null) {
            const taken = await this.#takeAll(ids, tried)
            const losses = taken.map((id) => this.lossOf(id))
            const outcomes = await this.during(taken, () => here(taken), null)
            for (const [index, id] of taken.entries())
              if (losses[index]?.aborted !== true || outcomes[index]?.error === undefined)
                note(told, id, outcomes[index])
            return
          }
          const answer = await this.#options.passOn.part(address, call, ids, signal)
          if (answer === 'unknown') {
            for (const id of ids) told.set(id, { error: this.#unknownThere(id, address) })
            return
          }
          if (answer !== null && 'refusal' in answer) {
            for (const id of ids) told.set(id, { error: notLetIn(id, address, answer) })
            return
          }
          const { data: parts = {} } = partShape.safeParse(answer?.parts)
          for (const id of ids) {
            if (parts[id]?.isWithoutFolder === true) tried.get(id)?.noteLack(address)
            else note(told, id, parts[id])
          }
        }),
      )
      const left = vaults.filter((id) => !told.has(id))
      if (left.length === 0) break
      if (performance.now() > end || signal.aborted) {
        for (const id of left) told.set(id, { error: leaseLost(id) })
        break
      }
      for (const id of left) this.#options.leases.forget(id)
      await pause(patience.againMs)
    }
    return vaults.map((id) => told.get(id) ?? { error: leaseLost(id) })
  }

  /** Those of some vaults that this server serves now, or takes. */
  async #takeAll(vaults: readonly string[], tried: ReadonlyMap<string, Tried>): Promise<readonly string[]> {
    const { leases } = this.#options
    const taken = await Promise.all(
      vaults.map(async (id) => {
        const accepted = await this.accept(id).catch(() => 'elsewhere')
        if (accepted === 'without-folder') tried.get(id)?.noteLack(leases.address)
        return accepted === 'here' ? [id] : []
      }),
    )
    return taken.flat()
  }

  /** The vaults by the address of who serves them, null for this server. Of one whose folder nobody has it is told. */
  async #byPlace(
    vaults: readonly string[],
    tried: ReadonlyMap<string, Tried>,
    told: Map<string, VaultOutcome>,
  ): Promise<ReadonlyMap<string | null, readonly string[]>> {
    const { leases } = this.#options
    const groups = new Map<string | null, string[]>()
    await Promise.all(
      vaults.map(async (id) => {
        const place = await leases.place(id, tried.get(id)?.avoid).catch(() => null)
        if (place === null || place.kind === 'nowhere') return
        if (place.kind === 'here' && tried.get(id)?.lack(leases.address) === true) {
          told.set(id, { error: folderNowhere(id) })
          return
        }
        const address = place.kind === 'here' ? null : place.address
        groups.set(address, [...(groups.get(address) ?? []), id])
      }),
    )
    return groups
  }

  /** Whether a request comes from one of the servers, for what its bearer has sent. */
  isHop(headers: IncomingHttpHeaders, body: Buffer): boolean {
    const { [hopHeader]: signature, [partHeader]: part = '', authorization = '' } = headers
    if (typeof signature !== 'string' || typeof part !== 'string') return false
    const limits = this.limitsOf(headers)
    return this.#options.passOn.signature.isGenuine(signature, { authorization, part, limits, body })
  }

  /** The vaults of which a part of a call is asked; null for a whole one. */
  partOf({ [partHeader]: part }: IncomingHttpHeaders): readonly string[] | null {
    return typeof part === 'string' ? part.split(' ') : null
  }

  /** By what the server that has passed on a request limits it. */
  limitsOf({ [limitsHeader]: limits }: IncomingHttpHeaders): string {
    return typeof limits === 'string' ? limits : ''
  }

  #unknownThere(vault: string, address: string): VaultError {
    const hint =
      'Set the clocks of the servers right, run the same version of flint on all, and start this one again where its database was restored meanwhile.'
    this.#options.log.error('another server does not know what this one signs', { address, hint })
    return new VaultError(
      'CLUSTER_UNAVAILABLE',
      'The server that holds the vault refuses what this one passes on: nothing was done.',
      { vault_id: vault, hint },
    )
  }

  /** A holder that does not answer may be one no longer: then its answer is not waited for. */
  async #watched(
    vault: string,
    { address, isHolder }: Extract<Place, { kind: 'there' }>,
    call: PassedCall,
    response: ServerResponse,
  ) {
    const { leases, passOn } = this.#options
    const over = new AbortController()
    const leave = () => {
      over.abort()
    }
    // Whoever has gone needs no answer.
    response.once('close', leave)
    call.cancelled?.addEventListener('abort', leave)
    const opened = performance.now() + patience.openMs
    let wasHolder = isHolder
    const doubting = setInterval(() => {
      leases.holderNow(vault).then(
        (holder) => {
          if (holder === address) wasHolder = true
          // One that is just opening the vault does not hold it yet.
          else if (holder !== null || wasHolder || performance.now() > opened) leave()
        },
        () => undefined,
      )
    }, patience.doubtMs)
    try {
      return await passOn.whole(address, call, response, over.signal)
    } finally {
      clearInterval(doubting)
      // A call may be passed on many times until a server takes it.
      response.off('close', leave)
      call.cancelled?.removeEventListener('abort', leave)
    }
  }
}

/** The servers that a call has been to. */
class Tried {
  /** Those that are not asked again while there are others. */
  readonly avoid = new Set<string>()
  /** Those that do not have the vault's folder. */
  readonly #without = new Set<string>()

  noteLack(address: string): void {
    this.avoid.add(address)
    this.#without.add(address)
  }

  lack(address: string): boolean {
    return this.#without.has(address)
  }

  /** Whether none of them has the folder; those that only were busy are asked again. */
  lackAll(): boolean {
    const isSo = this.avoid.size === this.#without.size
    for (const address of this.avoid) if (!this.#without.has(address)) this.avoid.delete(address)
    return isSo
  }
}

const partShape = z.record(
  z.string(),
  z.object({
    isWithoutFolder: z.literal(true).exactOptional(),
    part: z.looseObject({}).exactOptional(),
    told: z.looseObject({}).exactOptional(),
    error: z
      .object({ code: z.enum(errorCodes), message: z.string(), facts: z.record(z.string(), z.unknown()) })
      .transform(({ code, message, facts }) => new VaultError(code, message, facts))
      .exactOptional(),
  }),
)

/** A vault that was just passing to another server answers the next time. */
function note(told: Map<string, VaultOutcome>, id: string, outcome: VaultOutcome | undefined): void {
  if (outcome !== undefined && outcome.error?.code !== 'LEASE_LOST') told.set(id, outcome)
}

function cancelledBefore(vault: string): VaultError {
  return new VaultError('QUERY_TIMEOUT', 'The call was cancelled before it was made.', { vault_id: vault })
}

function nobodyKnows(vault: string): VaultError {
  return new VaultError(
    'CLUSTER_UNAVAILABLE',
    'The server that holds the vault was lost during the call: the change may have been made, or not.',
    { vault_id: vault, retry: true, hint: 'Look whether it was made, and make it again if not.' },
  )
}

/** The bearer was let in here: that another server does not is a matter between servers. */
function notLetIn(vault: string, address: string, { refusal, retry }: Refusal): VaultError {
  return new VaultError(
    'CLUSTER_UNAVAILABLE',
    `The server at ${address}, which holds the vault, refuses this call: ${refusal} Nothing was done.`,
    {
      vault_id: vault,
      ...(retry && { retry }),
      hint: retry
        ? 'Try the same call again in a few seconds. If that goes on, the log of that server says why.'
        : 'Try again: a token that was revoked just now is refused here, too. Else give all servers the same mcp_server.oauth, and start them again.',
    },
  )
}

function heldBySeveral(vaults: readonly string[]): VaultError {
  return new VaultError(
    'CONFLICT',
    'Different servers hold the vaults of these resources, and one stream tells of those of one server.',
    { vaults, hint: 'Open one stream for the resources of each vault.' },
  )
}
