import { accessSync, constants, type BigIntStats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ContentHash } from '../model/ids.ts'
import { type DisplacedFiles, modeOf } from './displaced-files.ts'
import { renameFile } from '../own-files/rename-file.ts'
import { hashMismatch } from './file-errors.ts'
import { hashOf } from './hash-file.ts'
import { holdFolder } from './hold-folder.ts'
import type { Located } from './locate-path.ts'
import { moveFile, renameInCase } from './move-file.ts'
import { isSameFile, type KnownContent } from './at-rest.ts'
import { OpenFile } from './open-file.ts'
import {
  discardFresh,
  isSameEntry,
  markWhole,
  placeFile,
  type Rights,
  rightsOf,
  writeTemporary,
} from './place-file.ts'
import { type FreshFile, type Placed, putInPlace } from './put-in-place.ts'
import { takeAway } from './take-away.ts'

/** What the caller has read of a file. */
type Known = KnownContent & { readonly hash: ContentHash }

/** Called right before the step that changes a file. If it throws, the step does not happen. */
export type BeforeStep = () => void

/** A new text that lies beside its place. Call one of the two. */
export interface PreparedStep {
  /** Returns the stats of the file in its place. */
  readonly finish: (beforeStep: BeforeStep) => Promise<BigIntStats>
  readonly discard: () => Promise<void>
}

/**
 * Writes a whole new file beside its place, in an existing folder. `finish` gives it its name: EEXIST where something is
 * there, or appears meanwhile.
 */
export async function prepareNewAt(
  { absolute }: Located,
  text: string | Uint8Array,
  mode: number | undefined,
): Promise<PreparedStep> {
  const folder = dirname(absolute)
  const fresh = await holdFolder(folder, (held) =>
    writeFresh(held, text, mode === undefined ? undefined : { mode }),
  )
  const beside = new FreshText(fresh, folder)
  return {
    finish: async (beforeStep) =>
      await holdFolder(folder, async (held) => {
        const place = join(held, basename(absolute))
        const { at, stats } = await beside.markedAt(place)
        beforeStep()
        await placeFile(at, place)
        return stats
      }),
    discard: () => beside.discard(),
  }
}

/** Writes a whole new file beside its target. `finish` puts it in place in one step. */
export async function prepareAt(
  displaced: DisplacedFiles,
  at: Located,
  text: string,
  before: Known,
): Promise<PreparedStep> {
  const was = await openExpected(at, before)
  const fresh = await writeInstead(was, at, dirname(at.absolute), text)
  let isBegun = false
  return {
    finish: async (beforeStep) => {
      isBegun = true
      const file = await takeStep(displaced, at, was, async (now, held) => {
        const marked = await fresh.markedAt(held)
        beforeStep()
        return await putInPlace(marked, held, now)
      })
      displaced.add(at.path, file)
      return fresh.stats
    },
    discard: async () => {
      if (!isBegun) was.close()
      await fresh.discard()
    },
  }
}

/** Removes a file that is unchanged since the caller read it. */
export async function removeAt(
  displaced: DisplacedFiles,
  at: Located,
  expected: ContentHash,
  beforeStep: BeforeStep,
): Promise<void> {
  const was = await openExpected(at, { hash: expected })
  const file = await takeStep(displaced, at, was, async (now, held) => {
    beforeStep()
    return await takeAway(held, now)
  })
  displaced.add(at.path, file)
}

/**
 * Moves a file that is unchanged since the caller read it into an existing folder. With a `text`, the moved file holds
 * that instead, and the result is its stats.
 */
export async function moveTo(
  displaced: DisplacedFiles,
  { source, target }: { readonly source: Located; readonly target: Located },
  { expected, text }: { readonly expected: ContentHash; readonly text: string | null },
  beforeStep: BeforeStep,
): Promise<BigIntStats | null> {
  const folder = dirname(target.absolute)
  const isSame = await isSameEntry(source.absolute, target.absolute)
  const was = await openExpected(source, { hash: expected })
  const fresh = text === null ? null : await writeInstead(was, source, folder, text)
  try {
    const file = await takeStep(displaced, source, was, (now, from) =>
      holdFolder(folder, async (held) => {
        const into = join(held, basename(target.absolute))
        const own = (await fresh?.markedAt(into)) ?? null
        beforeStep()
        return isSame
          ? await renameInCase(from, into, own, now)
          : await moveFile(from, into, own, now, beforeStep)
      }),
    )
    displaced.rename(source.path, target.path)
    if (file.isAt(target.absolute)) file.close()
    else displaced.add(target.path, file)
    return fresh?.stats ?? null
  } finally {
    await fresh?.discard()
  }
}

/** Moves a folder with everything in it into an existing folder. */
export async function moveFolderTo(source: string, target: string, beforeStep: BeforeStep): Promise<void> {
  await holdFolder(dirname(source), (here) =>
    holdFolder(dirname(target), async (there) => {
      beforeStep()
      const mayGoOn = () => {
        beforeStep()
        return true
      }
      await renameFile(join(here, basename(source)), join(there, basename(target)), { mayGoOn })
    }),
  )
}

/** Opens a file that is unchanged since the caller read it. */
async function openExpected({ path, absolute }: Located, before: Known): Promise<OpenFile> {
  const { hash: expected } = before
  const file = await OpenFile.open(absolute, before)
  const { hash } = file.held
  if (hash === expected) return file
  file.close()
  throw hashMismatch(path, hash, expected)
}

// More changes of rights or names than this are not waited out.
const mostTouches = 3

/**
 * Takes a step with a file that was read and returns the file it replaced. The folder is held open meanwhile. A file
 * that was only touched is read again; one that was saved stays as it is, and the step is refused.
 */
async function takeStep(
  displaced: DisplacedFiles,
  at: Located,
  was: OpenFile,
  take: (file: OpenFile, held: string) => Promise<Placed>,
): Promise<OpenFile> {
  const { path, absolute } = at
  const { hash: expected } = was.held
  let file = was
  for (let attempt = 1; ; attempt++) {
    const held = (folder: string) => take(file, join(folder, basename(absolute)))
    const placed = await holdFolder(dirname(absolute), held).catch((error: unknown) => {
      file.close()
      throw error
    })
    if (placed.kind === 'placed') return file
    if (placed.kind === 'overtaken') {
      const { bytes } = was.held
      const others = placed.saved.filter(({ stats }) => !isSameFile(stats, file.held.stats))
      for (const { stats, bytes: saved } of others)
        if (saved !== null) displaced.addCovered({ path, base: bytes, saved, mode: modeOf(stats), stats })
      if (file.isAt(absolute)) file.close()
      else displaced.add(path, file)
      throw hashMismatch(path, placed.saved.at(-1)?.hash ?? expected, expected)
    }
    file.close()
    if (attempt === mostTouches) throw hashMismatch(path, expected, expected)
    file = await openExpected(at, { hash: expected })
  }
}

/** Writes a new text beside a file that was read, with the same owner and permissions; fails where those forbid writing. */
async function writeInstead(
  was: OpenFile,
  { absolute }: Located,
  folder: string,
  text: string,
): Promise<FreshText> {
  try {
    accessSync(absolute, constants.W_OK)
    const fresh = await holdFolder(folder, (held) => writeFresh(held, text, rightsOf(was)))
    return new FreshText(fresh, folder)
  } catch (error) {
    was.close()
    throw error
  }
}

async function writeFresh(folder: string, text: string | Uint8Array, rights?: Rights): Promise<FreshFile> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return { ...(await writeTemporary(folder, bytes, rights)), hash: () => hashOf(bytes) }
}

/** A whole new text in a hidden file, whatever its name is. */
class FreshText {
  readonly stats: BigIntStats
  readonly #folder: string
  readonly #hash: () => ContentHash
  #name: string
  #isMarked = false

  constructor({ at, stats, hash }: FreshFile, folder: string) {
    this.stats = stats
    this.#folder = folder
    this.#name = basename(at)
    this.#hash = hash
  }

  /** The file, marked as whole, addressed through the open folder of its place. */
  async markedAt(place: string): Promise<FreshFile> {
    const at = join(dirname(place), this.#name)
    if (!this.#isMarked) this.#name = basename(await markWhole(at))
    this.#isMarked = true
    return { at: join(dirname(place), this.#name), stats: this.stats, hash: this.#hash }
  }

  async discard(): Promise<void> {
    await discardFresh({ at: join(this.#folder, this.#name), stats: this.stats, hash: this.#hash })
  }
}
