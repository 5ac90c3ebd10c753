import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { VaultPlace } from '../model/known-vault.ts'
import type { VaultSettings } from '../model/vault-settings.ts'
import { halfWritten, obsidianFiles, ofDailyNotes } from './read-obsidian-settings.ts'
import { logseqConfig, readVaultSettings } from './read-vault-settings.ts'
import { zkConfig } from './read-zk-settings.ts'

/**
 * What Obsidian and zk said when a vault was opened, held against what their files say now. Only how the files look is
 * asked each time.
 */
export class SettingsInForce {
  readonly opened: VaultSettings
  readonly #place: VaultPlace
  #stamps: readonly string[]
  #unread: readonly string[] = []

  private constructor(place: VaultPlace, opened: VaultSettings, stamps: readonly string[]) {
    this.#place = place
    this.opened = opened
    this.#stamps = stamps
  }

  static async read(place: VaultPlace): Promise<SettingsInForce> {
    const stamps = stampsOf(place)
    return new SettingsInForce(place, await readVaultSettings(place), stamps)
  }

  /** Files that cannot be read any more, so that what they said before counts; a sentence each. */
  get problems(): readonly string[] {
    return this.#unread.map(saysNoMore)
  }

  /** Those of `problems` that are about daily notes. */
  get dailyProblems(): readonly string[] {
    return ofDailyNotes(this.#unread).map(saysNoMore)
  }

  /** Whether they say something else. Obsidian writes its files in place: until one is whole the old settings count. */
  async isOutdated(): Promise<boolean> {
    const stamps = stampsOf(this.#place)
    const changed = files.filter((_, at) => stamps[at] !== this.#stamps[at])
    const written = changed.filter((file) => obsidianFiles.includes(file))
    this.#unread = await halfWritten(this.#place, written)
    if (changed.length === 0 || this.#unread.length > 0) return false
    if (!isDeepStrictEqual(await readVaultSettings(this.#place), this.opened)) return true
    this.#stamps = stamps
    return false
  }
}

function saysNoMore(file: string): string {
  return `${file} cannot be read as it is now: what it said before counts.`
}

const files: readonly string[] = ['.obsidian', ...obsidianFiles, '.zk', zkConfig, logseqConfig]

function stampsOf({ root }: VaultPlace): readonly string[] {
  return files.map((file) => {
    try {
      const stats = statSync(join(root, file), { throwIfNoEntry: false })
      if (stats === undefined) return ''
      return stats.isDirectory() ? 'folder' : [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino].join(' ')
    } catch {
      return 'unreadable'
    }
  })
}
