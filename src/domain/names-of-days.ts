import { sql } from 'kysely'
import { pathOfDay } from '../markdown/text/path-of-day.ts'
import { type DateNames, englishNames, namesIn, otherLanguages } from '../model/date-names.ts'
import { hasNames } from '../model/format-moment.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { dailyGlob } from './note-globs.ts'

const looksAt = 40
const found = new WeakMap<VaultContext, DateNames>()

/**
 * The names of months and days that the vault's daily notes bear: Obsidian writes them in the language of its menus, which
 * it keeps elsewhere. English where no note tells of another language.
 */
export async function namesOfDays(
  vault: VaultContext,
  { folder, format, now }: { readonly folder: string; readonly format: string; readonly now: Date },
): Promise<DateNames> {
  if (!hasNames(format)) return englishNames
  const kept = found.get(vault)
  if (kept !== undefined) return kept
  const notes = await newestDays(vault)
  if (notes.length === 0) return englishNames
  const paths = new Set(notes.map(({ path }) => normalizeKey(path)))
  const days = [
    ...notes.map(({ created }) => new Date(created)),
    ...Array.from(
      { length: looksAt },
      (_, ago) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago),
    ),
  ]
  const count = (names: DateNames) =>
    new Set(
      days
        .map((day) => normalizeKey(`${pathOfDay(folder, format, day, names) ?? ''}.md`))
        .filter((path) => paths.has(path)),
    ).size
  let best = englishNames
  let most = count(best)
  for (const language of otherLanguages) {
    if (most === paths.size) break
    const names = namesIn(language)
    const bears = count(names)
    if (bears <= most) continue
    best = names
    most = bears
  }
  if (most > 0) found.set(vault, best)
  return best
}

async function newestDays(vault: VaultContext): Promise<readonly { path: string; created: string }[]> {
  return await vault.index.query(({ queries }) =>
    queries
      .selectFrom('note')
      .select(['path', 'created'])
      .where(sql<boolean>`path GLOB ${dailyGlob(vault.settings)}`)
      .orderBy('updated', 'desc')
      .limit(looksAt)
      .execute(),
  )
}
