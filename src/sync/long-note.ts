import type { CutNote } from '../index-db/chunk-writer.ts'
import type { NoteRecord } from '../index-db/note-record.ts'

// From about here on a note takes longer than a caller should wait for somebody else's.
const longFrom = 300_000

export function isLongNote(length: number): boolean {
  return length >= longFrom
}

/** Says when a thread comes to a note that takes it long, and when it is done with it. */
export class LongNote {
  readonly #tell: (isUnderWay: boolean) => void
  #isUnderWay = false

  constructor(tell: (isUnderWay: boolean) => void) {
    this.#tell = tell
  }

  /** What happens next is about a note of this length. */
  begin(length: number): void {
    if (!isLongNote(length) || this.#isUnderWay) return
    this.#isUnderWay = true
    this.#tell(true)
  }

  *each(records: Iterable<NoteRecord>): Generator<NoteRecord> {
    for (const record of records) {
      this.begin(record.body.length)
      yield record
    }
  }

  cutting(cut: CutNote): CutNote {
    return (note) => {
      this.begin(note.body.length)
      return cut(note)
    }
  }

  end(): void {
    if (!this.#isUnderWay) return
    this.#isUnderWay = false
    this.#tell(false)
  }
}
