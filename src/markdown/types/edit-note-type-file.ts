import type { NoteTypeDefinition } from '../../model/metadata-schema.ts'
import type { TextEdit } from '../../model/text-edit.ts'
import { findTypeSections, type TypeSectionName } from './find-type-sections.ts'
import { parseNoteTypeFile, renderSection, sectionNames } from './note-type-file.ts'
import { needsBlankLine } from './fit-section.ts'
import { parseNote } from '../read/parse-note.ts'

export type NoteTypeChanges = Partial<Pick<NoteTypeDefinition, 'description' | 'instructions' | 'schema'>>

/**
 * Edits that change a `_description.md`; all other bytes stay, including blank lines between sections. Unchanged parts
 * get no edit. A missing section is added in its place.
 */
export function editNoteTypeFile(text: string, changes: NoteTypeChanges): readonly TextEdit[] {
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  const found = findTypeSections(text)
  const old = parseNoteTypeFile('', text)
  const type = { ...old, ...changes }
  let lastStart: number | null = null
  return sectionsOf(changes).flatMap((name) => {
    const section = found.sections.get(name)
    const level = (section?.level ?? 2) + 1
    const content = renderSection(name, type, level)
    if (content === renderOld(name, old, level)) return []
    const lines = content.replaceAll('\n', lineBreak)
    if (section !== undefined) return [replaceContent(text, section.content, lines, lineBreak)]
    if (name === 'purpose' && text.slice(found.lead.start, found.lead.end).trim() !== '') {
      // The description is below the title, without a heading, and stays there unless it has headings of its own or
      // would be read as frontmatter.
      const isPlain = !content.startsWith('---') && parseNote(content).headings.length === 0
      const insert = isPlain ? lines : `## Purpose${lineBreak}${lines}`
      return [replaceContent(text, found.lead, insert, lineBreak)]
    }
    const edit = addSection(text, name, lines, lineBreak)
    const isBehindOther = edit.start === text.length && edit.start === lastStart
    lastStart = edit.start
    return [isBehindOther ? { ...edit, insert: lineBreak + edit.insert.replace(/^[\r\n]+/, '') } : edit]
  })
}

function sectionsOf(changes: NoteTypeChanges): readonly TypeSectionName[] {
  const keys = { purpose: changes.description, instructions: changes.instructions, schema: changes.schema }
  return [...sectionNames.keys()].filter((name) => keys[name] !== undefined)
}

/** Null when the existing section cannot be rendered, for example a faulty schema: then it must be replaced. */
function renderOld(name: TypeSectionName, old: NoteTypeDefinition, level: number): string | null {
  if (name === 'schema' && old.problems.length > 0) return null
  try {
    return renderSection(name, old, level)
  } catch {
    return null
  }
}

/** The blank lines before and after the content are not part of it. */
function replaceContent(
  text: string,
  range: { readonly start: number; readonly end: number },
  lines: string,
  lineBreak: string,
): TextEdit {
  const content = text.slice(range.start, range.end)
  const trimmed = content.trim()
  if (trimmed !== '') {
    const blank = /^(?:[ \t]*(?:\r\n|\n|\r))*/.exec(content)?.[0].length ?? 0
    const end = range.start + content.trimEnd().length
    const isTight = range.end < text.length && !/^(?:[ \t]*(?:\r\n|\n|\r)){2}/.test(text.slice(end))
    const more = isTight && needsBlankLine(lines) ? lineBreak : ''
    return { start: range.start + blank, end, insert: lines + more }
  }
  // An empty section: its heading may end the file without a line break.
  const before = range.start > 0 && !/[\r\n]$/.test(text.slice(0, range.start)) ? lineBreak : ''
  const more = range.end < text.length && needsBlankLine(lines) ? lineBreak : ''
  return { start: range.start, end: range.start, insert: `${before}${lines}${lineBreak}${more}` }
}

/** Before the first section that comes later in the usual order, else at the end. */
function addSection(text: string, name: TypeSectionName, lines: string, lineBreak: string): TextEdit {
  const { sections } = findTypeSections(text)
  const order = [...sectionNames.keys()]
  const next = order.slice(order.indexOf(name) + 1).find((later) => sections.has(later))
  const start = (next === undefined ? undefined : sections.get(next))?.range.start ?? text.length
  const heading = `## ${sectionNames.get(name) ?? name}`
  const body = lines === '' ? heading : `${heading}${lineBreak}${lines}`
  if (start < text.length) return { start, end: start, insert: `${body}${lineBreak}${lineBreak}` }
  const tail = /(?:\r\n|\n|\r)*$/.exec(text)?.[0] ?? ''
  const breaks = text === '' ? 0 : Math.max(0, 2 - (tail.match(/\r\n|\n|\r/g)?.length ?? 0))
  return { start, end: start, insert: `${lineBreak.repeat(breaks)}${body}${lineBreak}` }
}
