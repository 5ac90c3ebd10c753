/** A half-open range of UTF-16 offsets into the whole file's text, frontmatter and byte-order mark included. */
export interface SourceRange {
  readonly start: number
  readonly end: number
}

/** How headings divide a note. */
export interface SectionedNote {
  /** Those at the top level of the note: headings inside quotes and lists divide nothing. */
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
  /**
   * Where the note's own text ends: with the file, or before a `%%` comment of whole lines that closes the file, where
   * Kanban keeps its settings and Excalidraw its drawing.
   */
  readonly end: number
}

/**
 * What one pass over a note's text finds. Lines are 1-based, count from the first line of the file and end with `\n` or
 * `\r\n`; a lone `\r` ends none.
 */
export interface ParsedNote extends SectionedNote {
  readonly frontmatter: Frontmatter
  /** The frontmatter's `title`, else the text of the first H1 of what is no drawing, else null: the file name is the title. */
  readonly title: string | null
  readonly titlePlace: TitlePlace
  readonly aliases: readonly string[]
  /** Links to notes and files in this vault, in the order of the text; frontmatter's first. */
  readonly links: readonly NoteLink[]
  readonly externalLinks: readonly ExternalLink[]
  readonly tags: readonly NoteTag[]
  readonly tasks: readonly NoteTask[]
  readonly blocks: readonly BlockId[]
  /** Words of the body; a character of a script written without spaces counts as one. */
  readonly wordCount: number
  readonly lineCount: number
}

/** Where a note keeps its title; without one in it, the file name is the title. */
export type TitlePlace = 'frontmatter' | 'heading' | 'file name'

export interface Frontmatter {
  /** From the opening fence to the line break after the closing one; null where the note has none. */
  readonly range: SourceRange | null
  /** A header that is not flint's, where the note begins with one instead; it has no data, and is never written. */
  readonly header: ForeignHeader | null
  /** The YAML between the fences, or that header, as written; empty where the note has neither. */
  readonly raw: string
  /** YAML 1.2 core reading: dates stay strings. Empty where there is none or it cannot be read. */
  readonly data: Readonly<Record<string, unknown>>
  /** Why it could not be read, in one line; null where it could. */
  readonly problem: string | null
  /** Where the body starts, as offset and line. */
  readonly bodyStart: number
  readonly bodyLine: number
}

/** TOML or JSON as Hugo has it, or Pandoc's title block. */
export interface ForeignHeader {
  readonly kind: 'TOML' | 'JSON' | 'Pandoc'
  readonly title: string | null
  /** After the line break that follows its last line. */
  readonly end: number
}

export interface Heading {
  readonly level: 1 | 2 | 3 | 4 | 5 | 6
  /** Without the `#` marks and closing `#`s, and without attributes at the end; inline markup as written. */
  readonly text: string
  /** `the-guide` of `# Guide {#the-guide}`, by which links name it as well. */
  readonly id?: string
  readonly line: number
  /** Its whole line or lines, without the last line break. */
  readonly range: SourceRange
}

/** A heading's part of the note, its subsections included. Text before the first heading is in no section. */
export interface Section {
  /** Index of its heading in `headings`. */
  readonly heading: number
  /** From the first character of the heading to the next heading of the same or a higher level, or the end of the note. */
  readonly range: SourceRange
  /** What stands below the heading, to the end of the section. */
  readonly content: SourceRange
}

/** How a link is written. In a canvas its cards are `canvas`; links in a card's text are what they are. */
export type LinkForm = 'wikilink' | 'markdown' | 'reference' | 'frontmatter' | 'canvas'

export interface NoteLink {
  readonly form: LinkForm
  readonly isEmbed: boolean
  /**
   * What the link points at, decoded: no heading, no block, no display text, no percent-encoding, trimmed.
   * Empty for a link into its own note (`[[#Plan]]`).
   */
  readonly target: string
  /** `Plan` of `[[note#Plan]]`; nested ones keep their `#` (`A#B`). Null where there is none. */
  readonly heading: string | null
  /** `abc` of `[[note#^abc]]`. */
  readonly block: string | null
  /** Display text, null where the link shows its own target. */
  readonly text: string | null
  readonly line: number
  /** The whole link, from `[`, `![` or the definition's `[` to its last character. */
  readonly range: SourceRange
  /** The target as written, without spaces around, before `#` or `|` and within `<>`: the part that a rename replaces. */
  readonly targetRange: SourceRange
}

export interface ExternalLink {
  readonly url: string
  /** Link text or image alt; null for a bare URL. */
  readonly title: string | null
  readonly type: 'url' | 'image' | 'embed'
  readonly line: number
  readonly range: SourceRange
}

export interface NoteTag {
  /** Without `#`, as written: `Project/Alpha`. */
  readonly tag: string
  readonly source: 'inline' | 'frontmatter'
  readonly line: number
  /** With the marks that are its own: `#tag`, `#of words#`, `tag:` in `:tag:other:`. */
  readonly range: SourceRange
  /** True where a `#` ends it, too. */
  readonly hasWords?: boolean
  /** All of `:tag:other:`. */
  readonly run?: SourceRange
}

export interface NoteTask {
  /** The one character between the brackets: a space is open, `x` done; others are custom states. */
  readonly status: string
  /** The item's text after the brackets, without a trailing block id. */
  readonly text: string
  readonly line: number
  /** Columns of indentation before the list marker. */
  readonly indent: number
  /** The whole line, without its line break. */
  readonly range: SourceRange
  /** The character between the brackets. */
  readonly statusRange: SourceRange
}

export interface BlockId {
  readonly id: string
  readonly line: number
  /** The `^id` itself. */
  readonly range: SourceRange
}
