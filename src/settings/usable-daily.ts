import { realpathSync } from 'node:fs'
import { locatePath } from '../files/locate-path.ts'
import { pathOfDay } from '../markdown/text/path-of-day.ts'
import { isCleanRelativePath } from '../model/ids.ts'

/** What a settings file says of daily notes, each null where it says nothing. */
export interface DailySettings {
  readonly folder: DailySetting | null
  /** As Moment.js writes it. */
  readonly format: DailySetting | null
  readonly template: DailySetting | null
}

export interface DailySetting {
  /** Null where what is said is no folder, format or template. */
  readonly value: string | null
  /** The file, the key and what it says there. */
  readonly said: string
}

/** What can be followed in a vault, null for the default, and a sentence on each setting that cannot. */
export function usableDaily(root: string, { folder, format, template }: DailySettings) {
  const problems: string[] = []
  const usable = (setting: DailySetting | null, fits: (value: string) => boolean, lack: string) => {
    if (setting === null) return null
    if (setting.value !== null && fits(setting.value)) return setting.value
    problems.push(`${setting.said} ${lack}.`)
    return null
  }
  const isVisible = (path: string | null) => path !== null && mayLieAt(root, path)
  const dailyFolder = usable(folder, isVisible, 'is no visible folder within the vault')
  const dailyFormat = usable(
    format,
    (moment) => isVisible(pathOfDay(dailyFolder ?? 'daily', moment, someDay)),
    'makes no path of a day within the vault',
  )
  const dailyTemplate = usable(template, isCleanRelativePath, 'is no path within the vault')
  return { dailyFolder, dailyFormat, dailyTemplate, problems }
}

// Where a format leads is the same for every day.
const someDay = new Date(2026, 0, 31)

function mayLieAt(root: string, path: string): boolean {
  try {
    locatePath({ root: realpathSync.native(root), check: () => undefined, isOwn: () => false }, path)
    return true
  } catch {
    return false
  }
}
