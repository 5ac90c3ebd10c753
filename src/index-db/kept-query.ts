import type { CompiledQuery } from 'kysely'
import type { IndexQueries } from './index-reader.ts'

type Value = string | number
type Build<Row, Name extends string> = (
  queries: IndexQueries,
  values: Readonly<Record<Name, unknown>>,
) => CompiledQuery<Row>

/**
 * A query that is built once, as building takes as long as running, and run with different values. `build` gets
 * placeholders and may use each as often as it likes.
 */
export class KeptQuery<Row, Name extends string> {
  readonly #build: Build<Row, Name>
  readonly #standIns: Readonly<Record<Name, StandIn>>
  #compiled: CompiledQuery<Row> | null = null

  constructor(names: readonly Name[], build: Build<Row, Name>) {
    this.#build = build
    this.#standIns = standIns(names)
  }

  async run(queries: IndexQueries, values: Readonly<Record<Name, Value>>): Promise<readonly Row[]> {
    this.#compiled ??= this.#build(queries, this.#standIns)
    const given: Readonly<Record<string, Value>> = values
    const parameters = this.#compiled.parameters.map((parameter) =>
      parameter instanceof StandIn ? given[parameter.name] : parameter,
    )
    const { rows } = await queries.executeQuery<Row>({ ...this.#compiled, parameters })
    return rows
  }
}

class StandIn {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

function standIns<Name extends string>(names: readonly Name[]): Readonly<Record<Name, StandIn>>
function standIns(names: readonly string[]): Readonly<Record<string, StandIn>> {
  return Object.fromEntries(names.map((name) => [name, new StandIn(name)]))
}
