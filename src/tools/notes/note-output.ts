import { z } from 'zod'
import type { NoteRow } from '../../index-db/note-queries.ts'
import { isUntrusted } from '../../model/is-untrusted.ts'
import { fileNameOf, stemOf } from '../../model/note-path.ts'
import { readTimes } from '../../markdown/read/note-dates.ts'
import type { ReadNote } from '../../vault/note-writer.ts'

/** What `describeNote` says; each part may have been filtered away. */
export const describedShape = {
  id: z.string().optional(),
  path: z.string().optional(),
  filename: z.string().optional(),
  type: z.string().optional(),
  title: z.string().optional(),
  created: z.string().optional(),
  updated: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  tags: z.array(z.string()).optional(),
  untrusted: z.boolean().optional(),
}

/** What `measureNote` says. */
export const measuredShape = {
  size: z.number().optional(),
  aliases: z.array(z.string()).optional(),
  outline: z.array(z.object({ level: z.number(), text: z.string(), line: z.number() })).optional(),
  word_count: z.number().optional(),
  heading_count: z.number().optional(),
  link_count: z.number().optional(),
  task_count: z.number().optional(),
  open_task_count: z.number().optional(),
  total_lines: z.number().optional(),
  has_frontmatter: z.boolean().optional(),
}

/** A note in a list: everything but its content. */
export const listedNote = z.object({
  ...describedShape,
  modified: z.string().optional(),
  size: z.number().optional(),
  word_count: z.number().optional(),
})

/** A note that another one may have to do with. */
export const nearNote = z.object({ path: z.string(), title: z.string(), score: z.number() })

export function toListedNote(row: NoteRow) {
  const metadata = readObject(row.metadata)
  return {
    id: row.path,
    title: row.title,
    type: row.type,
    path: row.path,
    filename: row.filename,
    tags: [...row.tags],
    created: toIso(row.created),
    updated: toIso(row.updated),
    modified: toIso(row.updated),
    size: row.size,
    word_count: row.words,
    metadata,
    ...(isUntrusted(metadata) && { untrusted: true }),
  }
}

/** What a reading of the file itself says of a note. */
export function describeNote({ file, facts, type }: ReadNote) {
  const { data } = facts.frontmatter
  const { created, updated } = readTimes(data, { born: file.born, mtime: file.stamp.mtime })
  return {
    id: file.path,
    path: file.path,
    filename: fileNameOf(file.path),
    type,
    title: facts.title ?? stemOf(file.path),
    created: toIso(created),
    updated: toIso(updated),
    metadata: { ...data },
    tags: [...facts.tags],
    ...(isUntrusted(data) && { untrusted: true }),
  }
}

/** What stands in a note, and how much. */
export function measureNote({ file, facts }: ReadNote) {
  const { counts, frontmatter } = facts
  return {
    size: file.stamp.size,
    aliases: [...facts.aliases],
    outline: [...facts.outline],
    word_count: counts.words,
    heading_count: counts.headings,
    link_count: counts.links,
    task_count: counts.tasks,
    open_task_count: counts.openTasks,
    total_lines: counts.lines,
    has_frontmatter: frontmatter.range !== null,
  }
}

export function toIso(date: string): string {
  return `${date.replace(' ', 'T')}Z`
}

export function readObject(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
