import { sql } from 'kysely'
import type { HashedVector, VectorCache } from '../embed/vector-cache.ts'
import type { Postgres } from '../postgres/open-postgres.ts'

export interface VectorLimits {
  /** Since somebody last needed it. */
  readonly maxAgeDays: number
  readonly mostVectors: number
}

/** At 512 numbers this is some 45 GB. */
const usualLimits: VectorLimits = { maxAgeDays: 400, mostVectors: 20_000_000 }
const tidyEveryMs = 86_400_000
/** So often, in days, the use of a vector is written down. */
const useIsKnownFor = 7
const mostAtOnce = 256

/** The vectors of all servers that share vaults. A text is one passage's wherever it stands: vaults share them too. */
export class PostgresVectorCache implements VectorCache {
  readonly #store: Pick<Postgres, 'run'>
  readonly #now: () => Date
  readonly #limits: VectorLimits
  #tidiedAt = -Infinity

  constructor(store: Pick<Postgres, 'run'>, now: () => Date, limits = usualLimits) {
    this.#store = store
    this.#now = now
    this.#limits = limits
  }

  async find(model: string, hashes: readonly string[]): Promise<readonly HashedVector[]> {
    if (hashes.length === 0) return []
    const oldest = sql`${dayOf(this.#now())}::date - ${useIsKnownFor}::integer`
    // One look at the index for each hash: given them as a list PostgreSQL may read every vector of the model instead.
    const found = sql`unnest(${[...hashes]}::text[]) as wanted (hash) cross join lateral (
      select hash, numbers, used < ${oldest} as is_old, ctid as place from vector
      where model = ${model} and vector.hash = wanted.hash limit 1) as found`
    const rows = await this.#store.run(async (db) => {
      const { rows } = await sql<StoredVector>`select found.hash, numbers, is_old from ${found}`.execute(db)
      if (rows.some(({ is_old: isOld }) => isOld))
        await sql`update vector set used = ${dayOf(this.#now())}::date
          where ctid = any(array(select place from ${found} where is_old))`.execute(db)
      return rows
    })
    return rows.map(({ hash, numbers }) => ({ hash, vector: floatsOf(numbers) }))
  }

  async keep(model: string, vectors: readonly HashedVector[]): Promise<void> {
    const used = sql<Date>`${dayOf(this.#now())}::date`
    // In one order: two servers that keep the same passages do not wait for each other.
    const rows = [...vectors]
      .sort((a, b) => (a.hash < b.hash ? -1 : 1))
      .map(({ hash, vector }) => ({ model, hash, numbers: bytesOf(vector), used }))
    await this.#store.run(async (db) => {
      for (let at = 0; at < rows.length; at += mostAtOnce) {
        const some = rows.slice(at, at + mostAtOnce)
        await db
          .insertInto('vector')
          .values(some)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
    })
    if (this.#now().getTime() - this.#tidiedAt < tidyEveryMs) return
    this.#tidiedAt = this.#now().getTime()
    await this.tidy()
  }

  /** Drops what nobody has needed for long, and what is too much. */
  async tidy(): Promise<void> {
    const { maxAgeDays, mostVectors } = this.#limits
    const today = dayOf(this.#now())
    await this.#store.run(async (db) => {
      await sql`delete from vector where used < ${today}::date - ${maxAgeDays}::integer`.execute(db)
      await sql`delete from vector where ctid = any(array(
        select ctid from vector order by used
        limit greatest(0, (select count(*) from vector) - ${mostVectors}::bigint)))`.execute(db)
    })
  }
}

interface StoredVector {
  readonly hash: string
  readonly numbers: Buffer
  /** Whether its use was last written down long ago. */
  readonly is_old: boolean
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** A copy: the driver's bytes need not begin where floats may. */
function floatsOf(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer)
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
