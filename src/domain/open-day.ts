import { addSpan } from '../model/add-span.ts'
import { formatMoment } from '../model/format-moment.ts'
import { isIsoDate } from '../model/is-iso-date.ts'
import { pathOfDay } from '../markdown/text/path-of-day.ts'
import { localDay } from '../model/local-day.ts'
import { readNaturalDate } from '../model/natural-date.ts'
import { stemOf } from '../model/note-path.ts'
import { sameTimeOn } from '../model/same-time-on.ts'
import { VaultError } from '../model/vault-error.ts'
import { readTemplate } from '../vault/find-template.ts'
import { requireZkSettings } from '../vault/require-zk-settings.ts'
import type { Addition } from '../vault/note-manager.ts'
import type { ReadNote, WrittenNote } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { namesOfDays } from './names-of-days.ts'
import { beginning } from '../model/whole-characters.ts'

export interface OpenedDailyNote {
  /** The day that the note is for, `YYYY-MM-DD`. */
  readonly day: string
  readonly note: ReadNote
  /** What was written; null where the note was there already and nothing was added. */
  readonly written: WrittenNote | null
  readonly isNew: boolean
  /** What of the vault's settings did not count, a sentence each. */
  readonly warnings: readonly string[]
}

/**
 * The note of a day, where the vault's settings of Obsidian or zk put it, else `daily/2026-01-31.md`; made from its
 * template where it is not there. Of several callers at once one makes it, and all get it. What is `added` goes into the
 * note, in the same change where that makes it.
 */
export async function openDay(
  vault: VaultContext,
  date: string,
  { tool, added }: { readonly tool: string; readonly added: Addition | null },
): Promise<OpenedDailyNote> {
  const { day, moment, path, existing, warnings: unread } = await findDay(vault, date)
  const { settings, files } = vault
  const open = async (existing: string): Promise<OpenedDailyNote> => {
    const written = added === null ? null : await vault.notes.append(existing, added, { tool, dryRun: false })
    return { day, note: await vault.notes.read(existing), written, isNew: false, warnings: unread }
  }
  if (existing !== null) return await open(existing)
  const own = settings.dailyTemplate === null ? null : await readTemplate(settings.dailyTemplate, files)
  try {
    const written = await vault.notes.create(
      {
        path,
        title: stemOf(path),
        isTitleDerived: true,
        takesNoMetadata: true,
        template: own?.name ?? 'daily',
        day: moment,
        ...(added !== null && { added }),
      },
      { tool, dryRun: false },
    )
    const isLost = settings.dailyTemplate !== null && own === null
    const lost = `The daily notes' template ${settings.dailyTemplate ?? ''} is not there: another one was used.`
    return {
      day,
      note: await vault.notes.read(written.path),
      written,
      isNew: true,
      warnings: isLost ? [...unread, lost] : unread,
    }
  } catch (error) {
    // Another writer made it in between.
    if (!(error instanceof VaultError) || error.code !== 'ALREADY_EXISTS') throw error
    return await open((await files.sameName(path)) ?? path)
  }
}

/** The day that a caller means and where its note lies, or would; `existing` is null where it is not there. */
export async function findDay(vault: VaultContext, date: string) {
  const now = vault.writer.now()
  const day = readDay(date, now)
  const moment = sameTimeOn(day, now)
  const { settings, files } = vault
  requireZkSettings(settings)
  const path = await dailyPath(vault, moment)
  const warnings = [
    ...settings.dailyProblems.map((problem) => `${problem} The default was used.`),
    ...vault.condition.unreadSettings.dailyProblems,
  ]
  return { day, moment, path, existing: await files.sameName(path), warnings }
}

/** Where the note of a day lies, or would. */
export async function dailyPath(vault: VaultContext, moment: Date): Promise<string> {
  const { settings, files, writer } = vault
  const folder = settings.dailyFolder ?? (await files.sameName('daily')) ?? 'daily'
  const format = settings.dailyFormat ?? 'YYYY-MM-DD'
  const names = await namesOfDays(vault, { folder, format, now: writer.now() })
  const formatted = formatMoment(moment, format, names)
  if (formatted.length > mostCharacters || formatted.split('/').length > mostFolders + 1)
    throw formatTooLong(formatted)
  return files.toRelative(`${pathOfDay(folder, format, moment, names) ?? formatted}.md`)
}

// A year, a month, a week and a day are four.
const mostFolders = 20
const mostCharacters = 500

function formatTooLong(formatted: string): VaultError {
  return new VaultError(
    'VALIDATION_FAILED',
    `The vault's format of daily notes makes a path of ${formatted.length} characters in ${formatted.split('/').length - 1} folders; at most ${mostCharacters} and ${mostFolders} are made.`,
    {
      most_characters: mostCharacters,
      most_folders: mostFolders,
      hint: 'Ask the user to shorten it: "Date format" of the daily notes or of Periodic Notes in Obsidian (.obsidian/daily-notes.json, .obsidian/plugins/periodic-notes/data.json), or the daily group in .zk/config.toml.',
    },
  )
}

/** The local day that a caller means. */
function readDay(date: string, now: Date): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(date) && isIsoDate(date)) return date
  const natural = readNaturalDate(date, now)
  if (natural?.kind === 'days' && natural.first === natural.last) return natural.first
  if (natural?.kind === 'moment') return localDay(natural.at)
  const start = addSpan(now, date, -1)
  if (start !== null) return localDay(start)
  throw new VaultError('INVALID_ARGUMENT', `"${beginning(date, 40)}" is no day.`, {
    hint: 'Write 2026-01-31, today, yesterday, tomorrow or last monday.',
  })
}
