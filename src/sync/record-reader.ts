import { Worker } from 'node:worker_threads'
import type { CanvasRecord, NoteRecord } from '../index-db/note-record.ts'
import { findCanvasProblem, parseCanvas } from '../markdown/parse-canvas.ts'
import { readFileForIndex } from '../files/read-file.ts'
import { toLinkRecords, toNoteRecord } from './note-record.ts'

// A second thread costs some 50 ms and 20 MB: from this many files on it pays.
const worthAThread = 400
const pathsPerChunk = 48
// As many notes as the writer's largest commit takes, so that neither waits for the other.
const chunksInFlight = 44
// It lives as long as the index is filled: its young objects may take more room than those of a thread that stays.
const readerLimits = { maxYoungGenerationSizeMb: 16 }

/** Reads and parses notes, many of them in a thread of their own while the caller writes. Paths that are gone are left out. */
export async function* readRecords(
  root: string,
  paths: readonly string[],
  pause: () => Promise<void>,
): AsyncGenerator<readonly NoteRecord[]> {
  const chunks: (readonly string[])[] = []
  for (let start = 0; start < paths.length; start += pathsPerChunk)
    chunks.push(paths.slice(start, start + pathsPerChunk))
  if (paths.length < worthAThread) {
    for (const chunk of chunks) {
      yield readChunk(root, chunk)
      await pause()
    }
    return
  }
  yield* readInThread(root, chunks)
}

/** Reads one chunk here and now. A file that cannot be read is left out: the index keeps what it had. */
export function readChunk(root: string, paths: readonly string[]): readonly NoteRecord[] {
  const records: NoteRecord[] = []
  for (const path of paths) {
    const file = readFileForIndex(root, path)
    if (file !== null) records.push(toNoteRecord(file))
  }
  return records
}

/** The same for canvases. */
export function readCanvases(root: string, paths: readonly string[]): readonly CanvasRecord[] {
  return paths.flatMap((path) => {
    const file = readFileForIndex(root, path)
    if (file === null) return []
    const links = toLinkRecords(path, parseCanvas(file.text))
    return [{ path, stamp: file.stamp, problem: findCanvasProblem(file.text), links }]
  })
}

async function* readInThread(
  root: string,
  chunks: readonly (readonly string[])[],
): AsyncGenerator<readonly NoteRecord[]> {
  const worker = new Worker(new URL('./read-thread.js', import.meta.url), {
    workerData: root,
    resourceLimits: readerLimits,
  })
  const arrived: (readonly NoteRecord[])[] = []
  const failures: unknown[] = []
  let wake: () => void = () => undefined
  worker.on('message', (records: readonly NoteRecord[]) => {
    arrived.push(records)
    wake()
  })
  worker.on('error', (error) => {
    failures.push(error)
    wake()
  })
  try {
    let sent = 0
    for (let received = 0; received < chunks.length; received++) {
      for (; sent < chunks.length && sent < received + chunksInFlight; sent++)
        worker.postMessage(chunks[sent])
      while (arrived.length === 0) {
        if (failures.length > 0) throw new Error('The reading thread failed.', { cause: failures[0] })
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const records = arrived.shift()
      if (records !== undefined) yield records
    }
  } finally {
    await worker.terminate()
  }
}
