import type { CutNote } from '../index-db/chunk-writer.ts'
import type { NoteRecord } from '../index-db/note-record.ts'

// From this length (in characters) a note takes longer than a caller should wait for a note that is not theirs.
const longFrom = 300_000

export function isLongNote(length: number): boolean {
  return length >= longFrom
}

/** Reports when a thread starts and finishes a note that takes long. */
export class LongNote {
  readonly #tell: (isUnderWay: boolean) => void
  #isUnderWay = false

  constructor(tell: (isUnderWay: boolean) => void) {
    this.#tell = tell
  }

  /** Announces that the next work is on a note of this length. */
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
