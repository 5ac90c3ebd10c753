import { createHash } from 'node:crypto'
import type { NoteText } from '../index-db/chunk-writer.ts'
import type { ChunkRecord } from '../index-db/note-record.ts'
import { chunkNote } from '../markdown/read/chunk-note.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import { passageText } from '../model/passage-text.ts'

// Fits every model that flint knows in one reading, and the embedded one in two.
const chunkLimits = { tokens: 256, overlap: 32 }

// A paragraph above a line of dashes is a heading, however long, and each chunk below carries a copy of it.
const mostOfHeading = 300

/** The chunks of a note for semantic search, from the text in the index. */
export function cutChunks({ title, body, bodyLine }: NoteText): readonly ChunkRecord[] {
  // After a blank line nothing is taken for frontmatter.
  const text = `\n${body}`
  return chunkNote(parseNote(text), text, chunkLimits).map(({ headings, range, line, lastLine }) => {
    const heading = (headings[0] === title ? headings : [title, ...headings])
      .map((one) => one.slice(0, mostOfHeading))
      .join(' > ')
    const passage = passageText(heading, text.slice(range.start, range.end))
    return {
      // Half of the digest: two texts among 10^19 notes share it.
      hash: createHash('sha256').update(passage).digest('hex').slice(0, 32),
      heading,
      line: line + bodyLine - 2,
      lastLine: lastLine + bodyLine - 2,
      start: range.start - 1,
      end: range.end - 1,
    }
  })
}
