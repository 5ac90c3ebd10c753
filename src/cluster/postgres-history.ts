import { type RawBuilder, sql } from 'kysely'
import { toChange, toFound, toPaths, toStep, toStepRow } from '../changes/history-rows.ts'
import type { ChangeOrigin, ChangeRow, ListedRow, StepRow } from '../changes/history-rows.ts'
import type { CheckedStep } from '../changes/check-changes.ts'
import type { ChangeLimits, History, ListedPage } from '../changes/history.ts'
import type { HistoryDamage } from '../changes/history-damage.ts'
import { packedTexts } from '../changes/kept-texts.ts'
import type {
  FoundStep,
  RecordedChange,
  RecordedStep,
  StepPaths,
  StepPlace,
} from '../changes/recorded-change.ts'
import type { Awaitable } from '../model/awaitable.ts'
import { VaultError } from '../model/vault-error.ts'
import type { LeaseConnection } from '../postgres/lease-connection.ts'
import type { Postgres, PostgresDatabase } from '../postgres/open-postgres.ts'
import { lotsOf, sizeOf, type WrittenStep } from './step-lots.ts'

/** The lease's connection answers for other vaults, too, and says that this server lives: no more goes over it at once. */
const mostOverLease = { bytes: 256_000, rows: 200 } as const
const mostAtOnce = { bytes: 4_000_000, rows: 500 } as const

const listedColumns = sql`id, time, tool, state, reached, undoes, pid, actor,
  (select count(*) from changed_file f where f.vault = change.vault and f.change = change.id) as files`

/**
 * A vault's history among those of all servers. Whatever makes a change count or ends it goes through the connection that
 * holds the vault's lease: a server that has lost that fails there, before it touches a file. PostgreSQL answers only
 * once a row is safe, and keeps what it has: there is nothing to open, to sync or to mend.
 */
export class PostgresHistory implements History {
  readonly needsCare = false
  readonly #store: Pick<Postgres, 'run'>
  readonly #lease: LeaseConnection
  readonly #vault: string
  /** Those that are begun, once they were asked for: while the lease is held nobody else adds one. */
  #begun: Map<string, RecordedChange> | null = null

  constructor(store: Pick<Postgres, 'run'>, lease: LeaseConnection) {
    this.#store = store
    this.#lease = lease
    this.#vault = lease.vault
  }

  async record(origin: ChangeOrigin, steps: readonly CheckedStep[]): Promise<string> {
    const texts = await Promise.all(steps.map(({ change }) => packedTexts(change)))
    const rows = steps.map((step, position) => toStepRow(step, position, texts[position]))
    const isSmall = rows.length <= mostOverLease.rows && sizeOf(rows) <= mostOverLease.bytes
    const id = await (isSmall ? this.#addSmall(origin, rows) : this.#addLarge(origin, rows)).catch(cannotKeep)
    this.#begun?.set(String(id), beginning(id, origin, steps.length))
    return String(id)
  }

  /** A row that PostgreSQL has said to be there is on its disk. */
  synced(): Promise<void> {
    return Promise.resolve()
  }

  async reach(id: string, end: number): Promise<boolean> {
    const isThere = await this.#set(id, { reached: end })
    const change = this.#begun?.get(id)
    if (change !== undefined) this.#begun?.set(id, { ...change, reached: end })
    return isThere
  }

  async finish(id: string): Promise<boolean> {
    const isThere = await this.#set(id, { state: 'done' })
    this.#begun?.delete(id)
    return isThere
  }

  async abandon(id: string): Promise<void> {
    await this.#lease.run((db) => this.#drop(db, sql`id = ${id}`))
    this.#begun?.delete(id)
  }

  async keep(id: string, positions: readonly number[]): Promise<void> {
    await this.#lease.run((db) =>
      sql`with kept as (
          update change set state = 'kept' where vault = ${this.#vault} and id = ${id})
        delete from changed_file
        where vault = ${this.#vault} and change = ${id} and position <> all(${[...positions]}::integer[])`.execute(
        db,
      ),
    )
    this.#begun?.delete(id)
  }

  async begun(): Promise<readonly RecordedChange[]> {
    if (this.#begun === null) {
      const changes = await this.#changes(sql`state = 'begun' order by id desc`)
      this.#begun = new Map(changes.map((change) => [change.id, change]))
    }
    return [...this.#begun.values()].sort((a, b) => Number(b.id) - Number(a.id))
  }

  async isCutOff(): Promise<boolean> {
    return (await this.begun()).length > 0
  }

  async find(id: string): Promise<RecordedChange | null> {
    if (!/^\d{1,15}$/.test(id)) return null
    const [change] = await this.#changes(sql`id = ${id}`)
    return change ?? null
  }

  async list({ since, actor = null, ids = null, limit, offset }: ListedPage): Promise<{
    readonly changes: readonly RecordedChange[]
    readonly total: number
  }> {
    // Kept without this character, which PostgreSQL takes in no text.
    const named = actor?.replaceAll('\0', '') ?? null
    const chosen = sql`state <> 'begun' and time >= ${since ?? ''}
      and (${named}::text is null
        or ${named}::text in (coalesce(actor, 'unknown'), substr(actor, strpos(actor, ' ') + 1)))
      and (${ids === null} or id = any(${ids === null ? [] : [...ids]}::bigint[]))`
    const changes = await this.#changes(
      sql`${chosen} order by id desc limit ${limit}::bigint offset ${offset}::bigint`,
    )
    const [counted] = await this.#ask<{ total: string }>(
      sql`select count(*) as total from change where vault = ${this.#vault} and ${chosen}`,
    )
    return { changes, total: Number(counted?.total ?? 0) }
  }

  async steps(id: string, limit = -1): Promise<readonly RecordedStep[]> {
    const rows = await this.#ask<StepRow>(
      sql`select position, kind, path, moved_to, before_text, before_hash, after_hash, mode, made_folder, written
        from changed_file where vault = ${this.#vault} and change = ${id}
        order by position limit ${limit < 0 ? null : limit}::bigint`,
    )
    const steps: RecordedStep[] = []
    for (const row of rows) steps.push(await toStep(row))
    return steps
  }

  async paths(ids: readonly string[], limit = -1): Promise<ReadonlyMap<string, readonly StepPaths[]>> {
    const rows = await this.#ask<PathRow>(
      sql`select f.change, f.kind, f.path, f.moved_to from unnest(${[...ids]}::bigint[]) as asked (id)
        cross join lateral (
          select * from changed_file where vault = ${this.#vault} and change = asked.id
          order by position limit ${limit < 0 ? null : limit}::bigint) f
        order by f.change, f.position`,
    )
    const paths = new Map<string, StepPaths[]>(ids.map((id) => [id, []]))
    for (const { change, ...row } of rows) paths.get(change)?.push(toPaths(row))
    return paths
  }

  async lastStepAt(path: string, before: StepPlace): Promise<FoundStep | null> {
    return await this.#found(
      sql`(${at('path', path)} or ${at('moved_to', path)})
        and (change, position) < (${before.change}::bigint, ${before.position}::integer)
        order by change desc, position desc limit 1`,
    )
  }

  async nextMoveFrom(path: string, after: StepPlace): Promise<FoundStep | null> {
    return await this.#found(
      sql`${at('path', path)} and kind = 'move'
        and (change, position) > (${after.change}::bigint, ${after.position}::integer)
        order by change, position limit 1`,
    )
  }

  async nextStepAt(path: string, after: StepPlace): Promise<FoundStep | null> {
    return await this.#found(
      sql`${at('path', path)} and kind <> 'move-folder'
        and (change, position) > (${after.change}::bigint, ${after.position}::integer)
        order by change, position limit 1`,
    )
  }

  async folderMoves(): Promise<readonly FoundStep[]> {
    return await this.#foundSteps(
      sql`moved_to is not null and kind = 'move-folder' order by change desc, position desc`,
    )
  }

  async prune({ maxAgeDays, maxSizeMb }: ChangeLimits, now: Date): Promise<void> {
    const oldest = new Date(now.getTime() - maxAgeDays * 86_400_000).toISOString()
    await this.#store.run(async (db) => {
      if (maxAgeDays > 0) await this.#drop(db, sql`time < ${oldest} and state <> 'begun'`)
      await this.#drop(
        db,
        sql`state <> 'begun' and id <= (
          select max(change) from (
            select change, sum(sum(coalesce(octet_length(before_text), 0) + coalesce(octet_length(written), 0)))
              over (order by change desc) as total
            from changed_file where vault = ${this.#vault} group by change) sizes
          where total > ${maxSizeMb * 1_000_000}::numeric)`,
      )
      // What a server has left that was put out before its change began.
      await sql`delete from changed_file f where vault = ${this.#vault}
        and not exists (select from change c where c.vault = f.vault and c.id = f.change)`.execute(db)
    })
  }

  open(): Promise<void> {
    return Promise.resolve()
  }

  async caringly<T>(work: () => Awaitable<T>): Promise<T> {
    return await work()
  }

  damages(): readonly HistoryDamage[] {
    return []
  }

  verify(): Promise<void> {
    return Promise.resolve()
  }

  /** Store and lease are their opener's to close. */
  close(): void {
    return
  }

  /** All of it as one statement. */
  async #addSmall(origin: ChangeOrigin, rows: readonly WrittenStep[]): Promise<number> {
    const values = rows.map(
      (
        row,
      ) => sql`(${row.position}::integer, ${row.kind}, ${row.path}, ${row.moved_to}, ${row.before_text}::bytea,
        ${row.before_hash}, ${row.after_hash}, ${row.mode}::integer, ${row.made_folder}, ${row.written}::bytea)`,
    )
    const steps =
      rows.length === 0
        ? sql``
        : sql`, steps as (
          insert into changed_file (vault, change, position, kind, path, moved_to, before_text, before_hash,
            after_hash, mode, made_folder, written)
          select ${this.#vault}, next.last, step.* from next cross join (values ${sql.join(values)}) as step)`
    const { rows: begun } = await this.#lease.run((db) =>
      sql<{ id: string }>`with ${this.#next()} ${steps}
        ${this.#begin(sql`next.last`, origin)} from next returning id`.execute(db),
    )
    return idOf(begun)
  }

  /** The steps come first, over other connections: they count once the change itself is there. */
  async #addLarge(origin: ChangeOrigin, rows: readonly WrittenStep[]): Promise<number> {
    const id = await this.#lease.run(async (db) => {
      const { rows: next } = await sql<{
        id: string
      }>`with ${this.#next()} select last as id from next`.execute(db)
      return idOf(next)
    })
    for (const lot of lotsOf(rows, mostAtOnce)) {
      const values = lot.map((row) => ({ vault: this.#vault, change: id, ...row }))
      await this.#store.run((db) => db.insertInto('changed_file').values(values).execute())
    }
    await this.#lease.run((db) => this.#begin(sql`${id}::bigint`, origin).execute(db))
    return id
  }

  /** The vault's next number, as the table `next`. */
  #next(): RawBuilder<unknown> {
    return sql`next as (
      insert into change_counter (vault, last) values (${this.#vault}, 1)
      on conflict (vault) do update set last = change_counter.last + 1 returning last)`
  }

  #begin(
    id: RawBuilder<unknown>,
    { tool, time, actor = null, undoes = null, reached = 0 }: ChangeOrigin,
  ): RawBuilder<unknown> {
    return sql`insert into change (vault, id, time, tool, state, reached, undoes, pid, actor, epoch)
      select ${this.#vault}, ${id}, ${time.toISOString()}, ${tool}, 'begun', ${reached}::integer,
        ${undoes}::bigint, ${process.pid}::integer, ${actor?.replaceAll('\0', '') ?? null}, ${this.#lease.epoch}::bigint`
  }

  /** False where there is no such change any more. */
  async #set(
    id: string,
    values: { readonly reached: number } | { readonly state: 'done' },
  ): Promise<boolean> {
    const row = await this.#lease.run((db) =>
      db
        .updateTable('change')
        .set(values)
        .where('vault', '=', this.#vault)
        .where('id', '=', sql<string>`${id}`)
        .returning('id')
        .executeTakeFirst(),
    )
    return row !== undefined
  }

  async #drop(db: PostgresDatabase, condition: RawBuilder<unknown>): Promise<void> {
    await sql`with gone as (delete from change where vault = ${this.#vault} and ${condition} returning id)
      delete from changed_file where vault = ${this.#vault} and change in (select id from gone)`.execute(db)
  }

  async #changes(condition: RawBuilder<unknown>): Promise<readonly RecordedChange[]> {
    const rows = await this.#ask<TextNumbers<ListedRow, 'id' | 'undoes' | 'files'>>(
      sql`select ${listedColumns} from change where vault = ${this.#vault} and ${condition}`,
    )
    if (rows.length === 0) return []
    const undos = await this.#undos()
    return rows.map(({ id, undoes, files, ...row }) => {
      const numbers = {
        id: Number(id),
        undoes: undoes === null ? null : Number(undoes),
        files: Number(files),
      }
      return toChange(
        { ...row, ...numbers },
        (undone) => undos.get(String(undone))?.map((undo) => Number(undo.id)) ?? [],
      )
    })
  }

  /** By what they have undone, the newest first. */
  async #undos(): Promise<ReadonlyMap<string, readonly { readonly id: string }[]>> {
    const rows = await this.#ask<Record<'id' | 'undoes', string>>(
      sql`select id, undoes from change
        where vault = ${this.#vault} and undoes is not null and state = 'done' order by id desc`,
    )
    return Map.groupBy(rows, ({ undoes }) => undoes)
  }

  async #found(condition: RawBuilder<unknown>): Promise<FoundStep | null> {
    return (await this.#foundSteps(condition))[0] ?? null
  }

  async #foundSteps(condition: RawBuilder<unknown>): Promise<readonly FoundStep[]> {
    const rows = await this.#ask<PathRow & { readonly position: number }>(
      sql`select change, position, kind, path, moved_to from changed_file f
        where vault = ${this.#vault}
          and exists (select from change c where c.vault = f.vault and c.id = f.change) and ${condition}`,
    )
    return rows.map((row) => toFound({ ...row, change: Number(row.change) }))
  }

  async #ask<Row>(query: RawBuilder<unknown>): Promise<readonly Row[]> {
    const { rows } = await this.#store.run((db) => query.$castTo<Row>().execute(db))
    return rows
  }
}

/** The driver reads numbers of 64 bits as text. */
type TextNumbers<Row, Name extends keyof Row> = Omit<Row, Name> & {
  readonly [Column in Name]: string | Extract<Row[Column], null>
}

type PathRow = Pick<StepRow, 'kind' | 'path' | 'moved_to'> & { readonly change: string }

function at(column: 'path' | 'moved_to', path: string): RawBuilder<unknown> {
  const name = sql.ref(column)
  return sql`(hashtextextended(${name}, 0) = hashtextextended(${path}, 0) and ${name} = ${path})`
}

function idOf(rows: readonly { readonly id: string }[]): number {
  const [row] = rows
  if (row === undefined) throw new TypeError('A change has been given no number.')
  return Number(row.id)
}

function beginning(id: number, origin: ChangeOrigin, files: number): RecordedChange {
  const { tool, time, actor = null, undoes = null, reached = 0 } = origin
  const row: ChangeRow = {
    ...{ id, tool, reached, actor, time: time.toISOString(), state: 'begun', pid: process.pid },
    undoes: undoes === null ? null : Number(undoes),
  }
  return toChange({ ...row, files }, () => [])
}

function cannotKeep(cause: unknown): never {
  if (cause instanceof VaultError) throw cause
  throw new VaultError(
    'CLUSTER_UNAVAILABLE',
    'The servers’ common store cannot keep what would be replaced, so that nothing was written.',
    { hint: 'Look at the free space and into the log of PostgreSQL.' },
    { cause },
  )
}
