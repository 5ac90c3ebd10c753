import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import type { NoteLink, ParsedNote } from '../../src/model/parsed-note.ts'
import { listFiles, needsShared, sharedData } from '../support/shared-data.ts'

const folder = join(sharedData, 'cases/obsidian-metadatacache')

/** What is read otherwise than Obsidian does, as `case: part`, with the reason. It must stay true to stay listed. */
const knownDisagreements: Record<string, string> = {}

interface Position {
  start: { line: number; offset: number }
  end: { line: number; offset: number }
}

interface ObsidianCase {
  fileContents: string
  getAllTags: string[]
  parseFrontMatterTags: string[] | null
  cachedMetadata: {
    headings?: { heading: string; level: number; position: Position }[]
    links?: ObsidianLink[]
    embeds?: ObsidianLink[]
    tags?: { tag: string; position: Position }[]
    listItems?: { task?: string; position: Position }[]
    blocks?: Record<string, { id: string; position: Position }>
    frontmatter?: Record<string, unknown>
    frontmatterLinks?: { link: string; original: string; displayText: string }[]
    frontmatterPosition?: Position
  }
}

interface ObsidianLink {
  link: string
  original: string
  displayText: string
  position: Position
}

test.skipIf(!existsSync(folder))(`notes are read as Obsidian reads them (${needsShared})`, () => {
  const files = listFiles(folder, '.json')
  expect(files).toHaveLength(25)
  const disagreements = files.flatMap((file) => {
    const { fileContents, ...theirs } = JSON.parse(readFileSync(file, 'utf8')) as ObsidianCase
    const expected = obsidianReading(theirs)
    const actual = ourReading(fileContents, parseNote(fileContents))
    return Object.keys(expected)
      .filter((part) => JSON.stringify(actual[part]) !== JSON.stringify(expected[part]))
      .map((part) => {
        const name = `${basename(file, '.json')}: ${part}`
        if (!(name in knownDisagreements)) expect(actual[part], name).toEqual(expected[part])
        return name
      })
  })
  expect(disagreements.sort()).toEqual(Object.keys(knownDisagreements).sort())
})

function obsidianReading({
  cachedMetadata: cache,
  getAllTags,
  parseFrontMatterTags,
}: Omit<ObsidianCase, 'fileContents'>): Record<string, unknown> {
  return {
    headings: (cache.headings ?? []).map(({ heading, level, position }) => [heading, level, place(position)]),
    links: (cache.links ?? []).map(describeTheirLink),
    embeds: (cache.embeds ?? []).map(describeTheirLink),
    tags: (cache.tags ?? []).map(({ tag, position }) => [tag, place(position)]),
    allTags: getAllTags,
    frontmatterTags: parseFrontMatterTags ?? [],
    // An item's end is the end of its line here: no case has a task of several lines.
    tasks: (cache.listItems ?? [])
      .filter(({ task }) => task !== undefined)
      .map(({ task, position }) => [task, position.start.line + 1, position.end.offset]),
    blocks: Object.values(cache.blocks ?? {}).map(({ id, position }) => [id, position.end.line + 1]),
    frontmatter: sorted(cache.frontmatter ?? {}),
    frontmatterLinks: (cache.frontmatterLinks ?? []).map(({ link, original }) => [link, original]),
    frontmatterEnd: cache.frontmatterPosition?.end.offset ?? null,
  }
}

function ourReading(text: string, note: ParsedNote): Record<string, unknown> {
  const slice = ({ start, end }: { start: number; end: number }): string => text.slice(start, end)
  const { frontmatter, headings, links, tags, tasks, blocks } = note
  const describe = (link: NoteLink): unknown[] => {
    const { start, end } = link.range
    return [writtenLink(link), slice(link.range), shownText(link), [link.line, start, end]]
  }
  const inBody = links.filter(({ form }) => form !== 'frontmatter')
  return {
    headings: headings.map(({ text, level, line, range }) => [text, level, [line, range.start, range.end]]),
    links: inBody.filter(({ isEmbed }) => !isEmbed).map(describe),
    embeds: inBody.filter(({ isEmbed }) => isEmbed).map(describe),
    tags: tags
      .filter(({ source }) => source === 'inline')
      .map(({ line, range }) => [slice(range), [line, range.start, range.end]]),
    allTags: tags.map(({ tag }) => `#${tag}`),
    frontmatterTags: tags.filter(({ source }) => source === 'frontmatter').map(({ tag }) => `#${tag}`),
    tasks: tasks.map(({ status, line, range }) => [status, line, range.end]),
    blocks: blocks.map(({ id, line }) => [id, line]),
    frontmatter: sorted(frontmatter.data),
    frontmatterLinks: links
      .filter(({ form }) => form === 'frontmatter')
      .map((link) => [writtenLink(link), slice(link.range)]),
    frontmatterEnd: frontmatter.range === null ? null : slice(frontmatter.range).trimEnd().length,
  }
}

/** Obsidian counts lines from 0. */
function place({ start, end }: Position): number[] {
  return [start.line + 1, start.offset, end.offset]
}

function describeTheirLink({ link, original, displayText, position }: ObsidianLink): unknown[] {
  return [link, original, displayText, place(position)]
}

function writtenLink({ target, heading, block }: NoteLink): string {
  return target + (heading === null ? '' : `#${heading}`) + (block === null ? '' : `#^${block}`)
}

/** Obsidian shows `note#Heading` as `note > Heading`. */
function shownText(link: NoteLink): string {
  return link.text ?? writtenLink(link).replaceAll('#', ' > ')
}

function sorted(data: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))
}
