import { z } from 'zod'
import { dailyPath } from '../../domain/open-day.ts'
import { isIsoDate } from '../../model/is-iso-date.ts'
import { sameTimeOn } from '../../model/same-time-on.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { listNotesOfDay as list } from '../../index-db/picked-notes.ts'

const mostNotes = 1_000

export const listNotesOfDay = defineVaultTool({
  name: 'list_notes_of_day',
  title: 'Notes of a day',
  toolset: 'person',
  description:
    'Notes made on a day of any year, those with such a date in their path, and the daily notes of that day.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  maxBytes: 1_000_000,
  input: z.object({
    day: z
      .string()
      .regex(/^\d{2}-\d{2}$/)
      .describe('Month and day: 01-31.'),
  }),
  output: z.object({
    notes: z.array(z.object({ path: z.string(), title: z.string(), day: z.string() })),
  }),
  async handler({ day }, vault) {
    await vault.index.settled()
    const daily = await dailyNotes(vault, day)
    const named = new RegExp(`(?<!\\d)(\\d{4})(?<mark>[-_.])${day.replace('-', '\\k<mark>')}(?!\\d)`)
    const paths = [...daily.keys()]
    const rows = await vault.index.query(({ queries }) => list(queries, { day, paths, most: mostNotes }))
    const notes = rows.map(({ path, title, made }) => {
      const [, year] = named.exec(path) ?? []
      return { path, title, day: daily.get(path) ?? (year === undefined ? made : `${year}-${day}`) }
    })
    return { notes }
  },
})

/** Where the vault's own settings put the daily notes of a day, for each year; by their paths. */
async function dailyNotes(vault: VaultContext, day: string): Promise<ReadonlyMap<string, string>> {
  if (vault.settings.dailyFormat === null) return new Map()
  const now = vault.writer.now()
  const last = now.getFullYear() + yearsAhead
  const days = Array.from({ length: yearsBack + yearsAhead }, (_, years) => `${last - years}-${day}`)
  const found = days
    .filter(isIsoDate)
    .map(async (one) => [await dailyPath(vault, sameTimeOn(one, now)), one] as const)
  return new Map(await Promise.all(found))
}

const yearsBack = 100
const yearsAhead = 10
