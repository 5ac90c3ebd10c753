import { accessSync, constants, lstatSync, type BigIntStats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ContentHash } from '../model/ids.ts'
import type { DisplacedFiles } from './displaced-files.ts'
import { renameFile } from '../own-files/rename-file.ts'
import { hashMismatch } from './file-errors.ts'
import { hashOf } from './hash-file.ts'
import { holdFolder } from './hold-folder.ts'
import type { Located } from './locate-path.ts'
import { moveFile, renameInCase } from './move-file.ts'
import { isSameFile, OpenFile } from './open-file.ts'
import { isSameEntry, placeFile, unlinkIfThere, writeTemporary } from './place-file.ts'
import { type FreshFile, type Placed, putInPlace } from './put-in-place.ts'
import { takeAway } from './take-away.ts'

/** Called right before the step that changes a file. If it throws, the step does not happen. */
export type BeforeStep = () => void

/**
 * Creates a file in an existing folder and returns its stats. EEXIST where something is there, or appears meanwhile.
 */
export async function createAt(
  { absolute }: Located,
  text: string | Uint8Array,
  mode: number | undefined,
  beforeStep: BeforeStep,
): Promise<BigIntStats> {
  return await holdFolder(dirname(absolute), async (folder) => {
    const fresh = await writeFresh(folder, text, mode)
    try {
      beforeStep()
      await placeFile(fresh.at, join(folder, basename(absolute)))
      return fresh.stats
    } finally {
      await unlinkIfThere(fresh.at)
    }
  })
}

/**
 * Writes a whole new file beside its target. Call `finish` to put it in place in one step, which returns its stats, or
 * else `discard`.
 */
export async function prepareAt(
  displaced: DisplacedFiles,
  at: Located,
  text: string,
  expected: ContentHash,
): Promise<{
  readonly finish: (beforeStep: BeforeStep) => Promise<BigIntStats>
  readonly discard: () => Promise<void>
}> {
  const was = await openExpected(at, expected)
  const fresh = await writeInstead(was, at, dirname(at.absolute), text)
  let isBegun = false
  return {
    finish: async (beforeStep) => {
      isBegun = true
      const file = await takeStep(displaced, at, was, async (now, held) => {
        beforeStep()
        return await putInPlace(besides(fresh, held), held, now)
      })
      displaced.add(at.path, file)
      return fresh.stats
    },
    discard: async () => {
      if (!isBegun) was.close()
      await unlinkIfThere(fresh.at)
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
  const was = await openExpected(at, expected)
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
  const was = await openExpected(source, expected)
  const fresh = text === null ? null : await writeInstead(was, source, folder, text)
  try {
    const file = await takeStep(displaced, source, was, (now, from) =>
      holdFolder(folder, async (held) => {
        const into = join(held, basename(target.absolute))
        const own = fresh === null ? null : besides(fresh, into)
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
    if (fresh !== null) await unlinkIfThere(fresh.at)
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
async function openExpected({ path, absolute }: Located, expected: ContentHash): Promise<OpenFile> {
  const file = await OpenFile.open(absolute)
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
  const { hash: expected, bytes } = was.held
  let file = was
  for (let attempt = 1; ; attempt++) {
    const held = (folder: string) => take(file, join(folder, basename(absolute)))
    const placed = await holdFolder(dirname(absolute), held).catch((error: unknown) => {
      file.close()
      throw error
    })
    if (placed.kind === 'placed') return file
    if (placed.kind === 'overtaken') {
      const others = placed.saved.filter(({ stats }) => !isSameFile(stats, file.held.stats))
      for (const { stats, bytes: saved } of others)
        if (saved !== null) displaced.addCovered({ path, base: bytes, saved, stats })
      if (file.isAt(absolute)) file.close()
      else displaced.add(path, file)
      throw hashMismatch(path, placed.saved.at(-1)?.hash ?? expected, expected)
    }
    file.close()
    if (attempt === mostTouches) throw hashMismatch(path, expected, expected)
    file = await openExpected(at, expected)
  }
}

/** Writes a new text beside a file that was read, with the same permissions; fails where those forbid writing. */
async function writeInstead(
  was: OpenFile,
  { absolute }: Located,
  folder: string,
  text: string,
): Promise<FreshFile> {
  try {
    accessSync(absolute, constants.W_OK)
    const mode = Number(was.held.stats.mode)
    const fresh = await holdFolder(folder, (held) => writeFresh(held, text, mode))
    return besides(fresh, join(folder, basename(absolute)))
  } catch (error) {
    was.close()
    throw error
  }
}

async function writeFresh(folder: string, text: string | Uint8Array, mode?: number): Promise<FreshFile> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const at = await writeTemporary(folder, bytes, mode)
  return { at, stats: lstatSync(at, { bigint: true }), hash: () => hashOf(bytes) }
}

/** The fresh file addressed through the open folder of its target. */
function besides(fresh: FreshFile, place: string): FreshFile {
  return { ...fresh, at: join(dirname(place), basename(fresh.at)) }
}
