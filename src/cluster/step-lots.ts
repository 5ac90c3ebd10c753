import type { toStepRow } from '../changes/history-rows.ts'

export type WrittenStep = ReturnType<typeof toStepRow>

/** Of all their texts, as they are kept. */
export function sizeOf(rows: readonly WrittenStep[]): number {
  return rows.reduce((sum, row) => sum + (row.before_text?.length ?? 0) + (row.written?.length ?? 0), 0)
}

/** The rows one after the other in lots that are no larger than this, but for a single one that is. */
export function lotsOf(
  rows: readonly WrittenStep[],
  most: { readonly bytes: number; readonly rows: number },
): readonly (readonly WrittenStep[])[] {
  const lots: WrittenStep[][] = []
  let room = 0
  for (const row of rows) {
    const bytes = sizeOf([row])
    const last = lots.at(-1)
    if (last === undefined || bytes > room || last.length === most.rows) {
      lots.push([row])
      room = most.bytes - bytes
    } else {
      last.push(row)
      room -= bytes
    }
  }
  return lots
}
