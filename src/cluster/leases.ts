import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '../model/log.ts'
import { VaultError } from '../model/vault-error.ts'
import { type LeaseConnection, leaseLost } from '../postgres/lease-connection.ts'
import { LeaseSession, type LeaseHolder, leaseTimes } from '../postgres/lease-session.ts'
import type { Postgres } from '../postgres/open-postgres.ts'
import { CallsUnderWay } from './calls-under-way.ts'
import type { ClusterNotices } from './cluster-notices.ts'

/** Who serves a vault. */
export type Place =
  | { readonly kind: 'here' }
  /** `isHolder`: it serves the vault already, and is not only to. */
  | { readonly kind: 'there'; readonly address: string; readonly isHolder: boolean }
  /** Nobody does at this moment: it is being given back, or every server is about to stop. */
  | { readonly kind: 'nowhere' }

/** `without-folder`: another server may have the vault's folder. `elsewhere`: another one has its lease, or takes it. */
export type Accepted = 'here' | 'elsewhere' | 'without-folder'

/** Whether this server may serve a vault from its folder, by what its last holder saw in it. */
export type JudgeFolder = (vault: string, seen: string | null) => Promise<boolean>

/** `anyFolder`: its caller may accept whatever lies where the vault's folder should be. */
export interface TakeHow {
  readonly anyFolder?: boolean
}

interface LeasesOptions {
  readonly postgres: Postgres
  readonly notices: ClusterNotices
  readonly holder: LeaseHolder
  readonly log: Log
}

/** Over how many connections a server's leases are spread: one that is busy with a change keeps no other vault waiting for long. */
const mostSessions = 4
/** A server that was not heard of for that long gets no vaults. */
export const presentMs = 3_000
/** How often, and with which pause, a lease that is just being given back is tried. */
const tries = { count: 20, pauseMs: 50 } as const

/** The vaults that this server serves, and where the others are. */
export class Leases {
  readonly #options: LeasesOptions
  readonly #sessions = new Set<LeaseSession>()
  /** Resolves once the vault that was asked for last has been taken or not. */
  #last: Promise<unknown> = Promise.resolve()
  readonly #mine = new Map<string, { readonly lease: LeaseConnection; readonly session: LeaseSession }>()
  readonly #taking = new Map<string, Promise<LeaseConnection>>()
  readonly #there = new Map<string, string>()
  readonly #onGone = new Set<(vault: string) => Promise<void>>()
  /** The calls to vaults that this server has accepted: these are not given back before they have ended. */
  readonly calls = new CallsUnderWay()
  /** Vaults that are given back as soon as their calls have ended: no other call is let in. */
  readonly #leaving = new Set<string>()
  #isDraining = false
  #judge: JudgeFolder = () => Promise.resolve(true)

  constructor(options: LeasesOptions) {
    this.#options = options
    options.notices.on((notice) => {
      if (notice.kind === 'lease') this.#there.delete(notice.vault)
      if (notice.kind === 'missed') this.#there.clear()
    })
  }

  /** Called with each vault whose lease this server has lost, or is about to give back: it must be closed. */
  onGone(listener: (vault: string) => Promise<void>): void {
    this.#onGone.add(listener)
  }

  /** Has a vault taken only where this says that its folder is there. */
  judgeFolders(judge: JudgeFolder): void {
    this.#judge = judge
  }

  get address(): string {
    return this.#options.holder.address
  }

  get held(): readonly string[] {
    return [...this.#mine.keys()]
  }

  isMine(vault: string): boolean {
    return this.#mine.get(vault)?.lease.lost.aborted === false
  }

  /** Aborted once this server does not serve a vault any more; at once where it does not. */
  lossOf(vault: string): AbortSignal {
    return this.#mine.get(vault)?.lease.lost ?? AbortSignal.abort()
  }

  /**
   * Where calls to a vault belong. One that nobody serves goes to the server that stands by for it, or else to
   * the one with the fewest, this one among equals.
   */
  async place(vault: string, avoid: ReadonlySet<string> = new Set()): Promise<Place> {
    if (this.isMine(vault)) return this.#leaving.has(vault) ? { kind: 'nowhere' } : { kind: 'here' }
    const known = this.#there.get(vault)
    if (known !== undefined && !avoid.has(known) && this.#options.notices.isLive) {
      return { kind: 'there', address: known, isHolder: true }
    }
    const address = await this.holderNow(vault)
    if (address !== null && address !== this.#options.holder.address) {
      this.#there.set(vault, address)
      return { kind: 'there', address, isHolder: true }
    }
    return await this.#next(vault, avoid)
  }

  /**
   * The vault's lease, taken where nobody has it. LEASE_LOST where another server does, VAULT_UNAVAILABLE where its folder
   * is not there.
   */
  async hold(vault: string, how: TakeHow = {}): Promise<LeaseConnection> {
    const mine = this.#mine.get(vault)
    if (mine?.lease.lost.aborted === false) {
      // Whoever was paused may have been replaced: what it reads must not be older than what others were told.
      await mine.lease.checkIfQuiet()
      return mine.lease
    }
    const taking = this.#taking.get(vault) ?? this.#take(vault, how).finally(() => this.#taking.delete(vault))
    this.#taking.set(vault, taking)
    return await taking
  }

  /**
   * Whether a call to a vault may be answered here: its lease is this server's, or is taken for it. CLUSTER_UNAVAILABLE where
   * PostgreSQL cannot say.
   */
  async accept(vault: string, how: TakeHow = {}): Promise<Accepted> {
    if (this.#leaving.has(vault)) return 'elsewhere'
    return await this.hold(vault, how).then(
      () => 'here',
      (error: unknown) => {
        if (!(error instanceof VaultError) || error.code === 'CLUSTER_UNAVAILABLE') throw error
        return error.code === 'VAULT_UNAVAILABLE' ? 'without-folder' : 'elsewhere'
      },
    )
  }

  /** Whether this server has the folder of a vault, by what the last holder saw in it. */
  async hasFolder(vault: string): Promise<boolean> {
    const row = await this.#options.postgres.run((db) =>
      db.selectFrom('lease').select('folder').where('vault', '=', vault).executeTakeFirst(),
    )
    return await this.#judge(vault, row?.folder ?? null)
  }

  /** Gives back a lease; one that was taken again meanwhile stays. */
  async release(vault: string, lease: LeaseConnection): Promise<void> {
    const mine = this.#mine.get(vault)
    if (mine?.lease !== lease) return
    this.#mine.delete(vault)
    await mine.session.release(vault).catch(() => undefined)
    await this.#options.notices.send({ kind: 'lease', vault }).catch(() => undefined)
  }

  /** Asks again next time where a vault is. */
  forget(vault: string): void {
    this.#there.delete(vault)
  }

  /** Takes no vault any more, and gives back those it has, each once its calls have ended. May be called again. */
  drain(): void {
    this.#isDraining = true
    for (const vault of this.#mine.keys()) this.leave(vault)
  }

  /** Gives a vault back once its calls have ended. May be called again. */
  leave(vault: string): void {
    const mine = this.#mine.get(vault)
    if (mine === undefined || this.#leaving.has(vault)) return
    this.#leaving.add(vault)
    void this.#leave(vault, mine.lease).finally(() => this.#leaving.delete(vault))
  }

  async close(): Promise<void> {
    this.#isDraining = true
    const held = this.held
    this.#mine.clear()
    await Promise.all([...this.#sessions].map((session) => session.close()))
    await Promise.all(
      held.map((vault) => this.#options.notices.send({ kind: 'lease', vault }).catch(() => undefined)),
    )
  }

  async #leave(vault: string, lease: LeaseConnection): Promise<void> {
    await this.calls.ended(vault)
    await Promise.allSettled([...this.#onGone].map((listener) => listener(vault)))
    // A vault that was never opened has nobody else who would.
    await this.release(vault, lease)
    this.#options.log.info('gave back a vault', { vault })
  }

  async #take(vault: string, { anyFolder = false }: TakeHow): Promise<LeaseConnection> {
    const { notices, log } = this.#options
    if (this.#isDraining) throw leaseLost(vault)
    if (!anyFolder && !(await this.hasFolder(vault))) {
      log.warn('the folder of a vault is not there: its drive may not be mounted', { vault })
      throw folderNowhere(vault)
    }
    for (let tried = 0; tried < tries.count; tried += 1) {
      const { session, lease } = await this.#takeInTurn(vault)
      if (lease !== null) {
        this.#mine.set(vault, { lease, session })
        lease.lost.addEventListener('abort', () => {
          if (this.#mine.get(vault)?.lease !== lease) return
          this.#mine.delete(vault)
          log.warn('lost the lease of a vault', { vault })
          for (const listener of this.#onGone) void listener(vault)
        })
        await notices.send({ kind: 'lease', vault }).catch(() => undefined)
        log.info('serves a vault', { vault, epoch: lease.epoch })
        return lease
      }
      // Whoever is silent is put out by looking.
      if ((await this.holderNow(vault)) !== null) break
      await pause(tries.pauseMs)
    }
    throw leaseLost(vault)
  }

  /** One vault after the other: sessions that are still being opened, and leases that they are taking, would not be counted. */
  async #takeInTurn(
    vault: string,
  ): Promise<{ readonly session: LeaseSession; readonly lease: LeaseConnection | null }> {
    const taking = this.#last.then(async () => {
      const session = await this.#session()
      return { session, lease: await session.take(vault, this.#options.holder) }
    })
    this.#last = taking.catch(() => undefined)
    return await taking
  }

  async #session(): Promise<LeaseSession> {
    const open = [...this.#sessions].filter(({ lost }) => !lost.aborted).sort((a, b) => a.size - b.size)
    const [least] = open
    if (least !== undefined && (least.size === 0 || open.length >= mostSessions)) return least
    const session = await LeaseSession.open(this.#options.postgres, this.#options.holder).catch(
      (error: unknown) => {
        // Where PostgreSQL has no connection left one carries more leases.
        if (least === undefined || least.lost.aborted) throw error
        return least
      },
    )
    if (session === least) return least
    this.#sessions.add(session)
    session.lost.addEventListener('abort', () => this.#sessions.delete(session))
    return session
  }

  /**
   * The address of a vault's holder as PostgreSQL says now; null where nobody holds it. A holder whose connection was
   * silent for five seconds is put out: PostgreSQL ends its connection, and with it all its leases.
   */
  async holderNow(vault: string): Promise<string | null> {
    const { postgres, log } = this.#options
    const { rows } = await postgres.run((db) =>
      sql<{ address: string; session: string; pid: number; silent: boolean }>`
        select lease.address, lease.session, lease_session.pid,
          lease_session.beat < clock_timestamp() - make_interval(secs => ${leaseTimes.silentMs / 1_000}) as silent
        from lease
        join lease_session on lease_session.id = lease.session
        join pg_stat_activity activity
          on activity.pid = lease_session.pid and activity.backend_start = lease_session.backend_start
        where lease.vault = ${vault}`.execute(db),
    )
    const [found] = rows
    if (found === undefined) return null
    if (!found.silent) return found.address
    await postgres.run((db) =>
      db.transaction().execute(async (inOne) => {
        await inOne.deleteFrom('lease_session').where('id', '=', found.session).execute()
        await sql`select pg_terminate_backend(${found.pid}, 1000)`.execute(inOne)
      }),
    )
    log.warn('put out a server that was silent', { vault, address: found.address })
    return null
  }

  async #next(vault: string, avoid: ReadonlySet<string>): Promise<Place> {
    const { postgres, holder } = this.#options
    const { rows } = await postgres.run((db) =>
      sql<{ id: string; address: string }>`
        select server.id, server.address from server
        left join lease on lease.server = server.id
        where not server.is_draining
          and server.beat > clock_timestamp() - make_interval(secs => ${presentMs / 1_000})
        group by server.id, server.address
        order by server.id is not distinct from (select standby from lease where vault = ${vault}) desc,
          count(lease.vault), server.id <> ${holder.server}, server.id`.execute(db),
    )
    const [chosen] = rows.filter(
      ({ id, address }) => !avoid.has(address) && (id !== holder.server || !this.#isDraining),
    )
    if (chosen === undefined) return this.#isDraining ? { kind: 'nowhere' } : { kind: 'here' }
    return chosen.id === holder.server
      ? { kind: 'here' }
      : { kind: 'there', address: chosen.address, isHolder: false }
  }
}

/** What a caller is told where no server has the folder of a vault. */
export function folderNowhere(vault: string): VaultError {
  return new VaultError(
    'VAULT_UNAVAILABLE',
    `No server has the notes of vault "${vault}" in its folder: its drive may not be mounted. Nothing was read or written.`,
    {
      vault_id: vault,
      hint: [
        'Mount the drive on a server, or put the notes back: flint goes on by itself then.',
        { kind: 'accept-folder' },
      ],
    },
  )
}
