import type { NamingRule } from './program-name.ts'
import type { TagStyle } from './tag-style.ts'

/** What `.obsidian/` and `.zk/` say of an adopted vault. They are read, never written. */
export interface VaultSettings {
  readonly kind: 'obsidian' | 'zk' | 'plain'
  /** Paths and globs from the vault's root; one that names a folder leaves out all that is in it. */
  readonly ignore: readonly string[]
  /** Obsidian's "Excluded files", as written: beginnings of paths, and regular expressions between slashes. */
  readonly excluded: readonly string[]
  /** How a new note's file is named: after its title as it stands, or by zk's slug. */
  readonly filename: 'title' | 'slug'
  readonly linkStyle: 'wikilink' | 'markdown'
  /** Whether new Markdown links say a note's path without `.md`. */
  readonly linkDropsExtension: boolean
  /** How a link to another folder is written: as short as it stays unambiguous, from the source, or from the root. */
  readonly linkPath: 'shortest' | 'relative' | 'absolute'
  /** Where a new note goes that is given no place, vault-relative; `''` is the vault's root, null is not said. */
  readonly newNoteFolder: string | null
  /** Vault-relative; `''` is the vault's root, one that starts with `./` lies beside the note; null is not said. */
  readonly attachmentsFolder: string | null
  /** Vault-relative; `''` is the vault's root, null is not said. */
  readonly dailyFolder: string | null
  /** As Moment.js writes it: `YYYY-MM-DD`. */
  readonly dailyFormat: string | null
  /** Vault-relative path of the template, with `.md`. */
  readonly dailyTemplate: string | null
  /** Those of `problems` that are about daily notes. */
  readonly dailyProblems: readonly string[]
  readonly templatesFolder: string | null
  /** How `{{date}}` and `{{time}}` in Obsidian's templates are written, as Moment.js writes it. */
  readonly templateFormats: { readonly date: string; readonly time: string }
  readonly tagStyle: TagStyle
  /** By what else than path, file name, title and alias links find notes; null is nothing else. */
  readonly naming: NamingRule | null
  /** What zk says of new notes; null without `.zk/`. */
  readonly zk: ZkSettings | null
  /** Why what zk says is not known, in a sentence; null where it is. */
  readonly zkFault: string | null
  /** Settings that could not be read, a sentence each. */
  readonly problems: readonly string[]
}

/** The `[note]` table of zk's config and what each group changes in it. Templates are Handlebars, as written. */
export interface ZkSettings extends ZkNoteRule {
  readonly language: string
  readonly groups: readonly ZkGroup[]
  /** The file that says so, as it was found; null where there is none or it could not be read. */
  readonly source: string | null
}

export interface ZkNoteRule {
  /** What a note is called that is given no title. */
  readonly defaultTitle: string
  /** Template of the file name without its extension; null is zk's default or the surrounding rule's. */
  readonly filename: string | null
  readonly extension: string
  /** Vault-relative path of the note template; null where none is set. */
  readonly template: string | null
  /** How `{{id}}` is made. */
  readonly id: ZkIdRule
  /** What templates can name as `extra`. */
  readonly extra: Readonly<Record<string, string>>
}

export interface ZkIdRule {
  /** The characters to choose from, in the case that is wanted. */
  readonly characters: string
  readonly length: number
}

export interface ZkGroup extends ZkNoteRule {
  readonly name: string
  /** Folders, or globs over folders, whose new notes follow this rule. */
  readonly paths: readonly string[]
}
