import { joinPath } from '../model/note-path.ts'
import type { VaultSettings } from '../model/vault-settings.ts'

/** Where a vault's daily notes lie, as SQLite's GLOB has it. */
export function dailyGlob({ dailyFolder, dailyFormat }: VaultSettings): string {
  const folder = dailyFolder ?? 'daily'
  const name = (dailyFormat ?? 'YYYY-MM-DD').replace(
    /\[([^\]]*)\]|YYYY|GGGG|gggg|DDDD|YY|GG|gg|MM(?!M)|DD|WW|ww|HH|hh|mm|ss|[A-Za-z]+|[*?[]/g,
    (part, literal: string | undefined) => {
      // What strftime has and Moment.js has not stands in brackets.
      if (literal !== undefined) return /^%[A-Za-z]$/.test(literal) ? '*' : escape(literal)
      if (!/[A-Za-z]/.test(part)) return escape(part)
      if (part === 'DDDD') return '[0-9][0-9][0-9]'
      return /^([YGgDMWwHhms])\1+$/.test(part) && part.length % 2 === 0 && !part.startsWith('MMMM')
        ? '[0-9]'.repeat(part.length)
        : '*'
    },
  )
  return `${joinPath(escape(folder), name) ?? name}.md`
}

/** Where a vault's templates lie, as SQLite's GLOB has it; none for a vault that has its templates among its notes. */
export function templateGlobs({ templatesFolder, dailyTemplate }: VaultSettings): readonly string[] {
  return [
    ...(templatesFolder ? [`${escape(templatesFolder)}/*`] : []),
    ...(dailyTemplate === null ? [] : [escape(dailyTemplate)]),
  ]
}

function escape(text: string): string {
  return text.replace(/[*?[]/g, '[$&]')
}
