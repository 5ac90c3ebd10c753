import type { Database } from 'better-sqlite3'
import { toBound } from './read-rows.ts'
import type { SqlValue } from './sql-messages.ts'

/**
 * The functions that a statement would call and that are not known to be safe: SQLite also has some that expose memory
 * addresses (`fts3_tokenizer`), read raw pages or write to standard error. They are read from the compiled statement;
 * what SQLite computes without a function call is not in there.
 */
export function unsafeFunctions(
  db: Database,
  statement: string,
  params: readonly SqlValue[],
): readonly string[] {
  const steps = db.prepare<unknown[], CallStep>(`EXPLAIN ${statement}`).all(...toBound(params))
  const called = steps.filter(({ opcode }) => callsFunction.test(opcode)).map(({ p4 }) => nameOf(p4))
  return [...new Set(called)].filter((name) => !safeFunctions.has(name))
}

interface CallStep {
  readonly opcode: string
  /** For a call: name and argument count, such as `substr(3)`. */
  readonly p4: string | null
}

const callsFunction = /^(?:Function|PureFunc|Agg)/

function nameOf(p4: string | null): string {
  return (p4 ?? '').replace(/\(-?\d+\)$/, '')
}

/** Pure functions that are useful in a question about notes. */
const safeFunctions: ReadonlySet<string> = new Set(
  `
  -> ->> abs acos acosh asin asinh atan atan2 atanh avg bm25 ceil ceiling char coalesce concat concat_ws cos cosh
  count cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor
  format glob group_concat hex highlight if ifnull iif instr json json_array json_array_insert json_array_length
  json_error_position json_extract json_group_array json_group_object json_insert json_object json_patch json_pretty
  json_quote json_remove json_replace json_set json_type json_valid jsonb jsonb_array jsonb_array_insert jsonb_extract
  jsonb_group_array jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set
  julianday lag last_value lead length like likelihood likely ln log log10 log2 lower ltrim match max median min mod
  nth_value ntile nullif octet_length percent_rank percentile percentile_cont percentile_disc pi pow power printf quote
  radians random rank replace round row_number rtrim sign sin sinh snippet soundex sqlite_version sqrt strftime
  string_agg substr substring sum tan tanh time timediff total trim trunc typeof unhex unicode unistr unistr_quote
  unixepoch unlikely upper`
    .trim()
    .split(/\s+/),
)
