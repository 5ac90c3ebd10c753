import { createHash } from 'node:crypto'
import { parseNote } from '../markdown/read/parse-note.ts'
import { quoteColonTags } from '../markdown/edit/quote-colon-tags.ts'
import { quoteLine, quoteMarkdown } from '../markdown/edit/quote-markdown.ts'
import { replaceSectionText } from '../markdown/edit/replace-section-text.ts'
import type { Section, SectionedNote } from '../model/parsed-note.ts'
import type { TagStyle } from '../model/tag-style.ts'
import { folderOf, fileNameOf, relativePath } from '../model/note-path.ts'
import type { DocumentDraft } from '../model/document-draft.ts'
import { keyOf, readSectionStates, writeSectionStates, type SectionState } from './section-states.ts'
import { beginning } from '../model/whole-characters.ts'

/** Where a document came from. */
export type Origin =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string | null; readonly name: string }

export interface NoteFacts extends GivenText {
  readonly title: string
  readonly origin: Origin
  readonly draft: Omit<DocumentDraft, 'markdown'>
  readonly today: string
  readonly tagStyle: TagStyle
}

/** Given by the caller; null keeps the existing text, or what the document says of itself. */
export interface GivenText {
  readonly summary: string | null
  readonly keyPoints: readonly string[] | null
}

/** The sections that ingestion writes. All others are the reader's own. */
export type SectionName = 'Summary' | 'Key Points' | 'Source' | 'Raw Content'

export interface OwnSection {
  readonly name: SectionName
  readonly body: string
  /** Whether a person or an agent has written it; machine-made text never replaces it. */
  readonly isGiven: boolean
}

export interface IngestedText {
  readonly body: string
  /** What was written, for the frontmatter, so that a later change by hand is noticed. */
  readonly states: string
}

/** What becomes the sections of a note. */
export interface SectionFacts {
  readonly facts: NoteFacts
  /** Where the note is, or will be. */
  readonly path: string
}

/** The body of a new note, from its document's text and what else is known. */
export function renderIngested(markdown: string, given: SectionFacts): IngestedText {
  const sections = renderSections(markdown, given)
  return {
    body: sections.map(({ name, body }) => `## ${name}\n\n${body}\n`).join('\n'),
    states: writeSectionStates(sections.map((section) => stateOf(section))),
  }
}

export interface MergedText {
  readonly text: string
  readonly states: string
  /** Sections that were changed by hand since: they stay as they are. */
  readonly kept: readonly SectionName[]
  /** Sections that were removed by hand: they are not put back. */
  readonly absent: readonly SectionName[]
}

/** The sections that an agent has written. */
export function givenSections({ summary, keyPoints }: GivenText): readonly OwnSection[] {
  return [
    ...(summary === null ? [] : [summaryOf(summary)]),
    ...(keyPoints === null ? [] : [keyPointsOf(keyPoints)]),
  ]
}

/** Updates sections of a note that ingestion has written. What was changed by hand stays. */
export function mergeOwnSections(
  text: string,
  { states, sections }: { readonly states: unknown; readonly sections: readonly OwnSection[] },
): MergedText {
  const known = new Map(readSectionStates(states))
  const kept: SectionName[] = []
  const absent: SectionName[] = []
  let merged = text
  for (const section of sections) {
    const note = parseNote(merged)
    const place = placeOf(note, section.name)
    const before = known.get(keyOf(section.name))
    // What an agent has written is not replaced by machine-made text.
    if (before?.isGiven === true && !section.isGiven) continue
    if (place === undefined) {
      absent.push(section.name)
      continue
    }
    const hash = hashAt(merged, place)
    if (hash !== hashSection(section.body)) {
      if (hash !== before?.hash) {
        kept.push(section.name)
        continue
      }
      merged = replaceSectionText(merged, note, place, `\n${section.body}`).text
    }
    known.set(keyOf(section.name), stateOf(section))
  }
  return { text: merged, states: writeSectionStates([...known.values()]), kept, absent }
}

/** Which of the agent's sections are still to be written: those that a person changed or took out are not. */
export function listUnwritten(
  text: string,
  { states }: { readonly states: unknown },
): readonly ('summary' | 'key_points')[] {
  const known = readSectionStates(states)
  const note = parseNote(text)
  const isUnwritten = (name: SectionName) => {
    const [place, state] = [placeOf(note, name), known.get(keyOf(name))]
    return place !== undefined && state?.isGiven === false && hashAt(text, place) === state.hash
  }
  return [
    ...(isUnwritten('Summary') ? (['summary'] as const) : []),
    ...(isUnwritten('Key Points') ? (['key_points'] as const) : []),
  ]
}

function placeOf({ headings, sections }: SectionedNote, wanted: SectionName): Section | undefined {
  return sections[headings.findIndex(({ level, text }) => level === 2 && text === wanted)]
}

function hashAt(text: string, { content }: Section): string {
  return hashSection(text.slice(content.start, content.end))
}

function stateOf({ name, body, isGiven }: OwnSection): SectionState {
  return { key: keyOf(name), isGiven, hash: hashSection(body) }
}

/** A rename elsewhere rewrites link targets: that is no change by hand. */
function hashSection(text: string): string {
  const bare = text
    .replace(/\r\n/g, '\n')
    // One that does not end takes the rest of its line along, so that this is looked through once.
    .replace(/\]\((?:<[^>\n]{0,1000}>\)|[^)\n]*(\)?))/g, (link, end) => (end === '' ? link : ']()'))
    .replace(/\[\[[^\]|\n]*/g, '[[')
    .trim()
  return createHash('sha256').update(bare).digest('hex').slice(0, 12)
}

export function renderSections(markdown: string, { facts, path }: SectionFacts): readonly OwnSection[] {
  const { summary, keyPoints, draft } = facts
  const sections: readonly OwnSection[] = [
    summary === null ? { name: 'Summary', body: ownWords(draft), isGiven: false } : summaryOf(summary),
    keyPoints === null ? { name: 'Key Points', body: '_None yet._', isGiven: false } : keyPointsOf(keyPoints),
    { name: 'Source', body: renderSource(facts, path), isGiven: false },
    { name: 'Raw Content', body: renderRaw(markdown), isGiven: false },
  ]
  // Text written in the vault may have tags.
  return sections.map((section) =>
    section.isGiven ? section : { ...section, body: quoteColonTags(section.body, facts.tagStyle) },
  )
}

function summaryOf(summary: string): OwnSection {
  return { name: 'Summary', body: below(summary), isGiven: true }
}

function keyPointsOf(points: readonly string[]): OwnSection {
  return { name: 'Key Points', body: points.map(asItem).join('\n'), isGiven: true }
}

/** The document's own description, marked as such: it is no summary. */
function ownWords({ description }: NoteFacts['draft']): string {
  if (description === null) return '_No summary yet._'
  return `> From the source itself: ${quoteLine(beginning(description, 2_000))}`
}

/** Lowers headings of a summary below its own. */
function below(summary: string): string {
  const text = summary.replace(/\r\n?/g, '\n').trim()
  return text.replace(/^ {0,3}#{1,2}(?=\s)/gm, '###')
}

function asItem(point: string): string {
  const text = point
    .replace(/\r\n?/g, '\n')
    .trim()
    .replace(/^[-*+]\s+/, '')
  return `- ${text.replace(/\n+/g, '\n  ')}`
}

function renderSource({ title, origin, draft, today }: NoteFacts, path: string): string {
  const { author, site, date, pages } = draft
  const rows: readonly (readonly [name: string, value: string | null])[] = [
    ['Title', quoteLine(title)],
    ['Address', origin.kind === 'url' ? `<${origin.url}>` : null],
    ['File', origin.kind === 'file' ? linkToFile(origin, path) : null],
    ['Author', author === null ? null : quoteLine(beginning(author, 300))],
    ['Site', site === null ? null : quoteLine(beginning(site, 300))],
    ['Published', date === null ? null : quoteLine(beginning(date, 60))],
    ['Pages', pages === null ? null : String(pages)],
    ['Ingested', today],
  ]
  return rows
    .flatMap(([name, value]) => (value === null || value === '' ? [] : [`- ${name}: ${value}`]))
    .join('\n')
}

function linkToFile({ path: file, name }: Extract<Origin, { kind: 'file' }>, path: string): string {
  if (file === null || /[<>\n\\]/.test(file)) return quoteLine(name)
  // These would begin a heading or a block, or be decoded.
  const target = relativePath(folderOf(path), file).replace(/[%#?^|]/g, encodeURIComponent)
  return `[${quoteLine(fileNameOf(file))}](<${target}>)`
}

/** A text may be too long for any editor. */
export const mostCharacters = 4_000_000

function renderRaw(markdown: string): string {
  const quoted = quoteMarkdown(beginning(markdown, mostCharacters))
  return `<details>\n<summary>Text of the source</summary>\n\n${quoted}\n\n</details>`
}
