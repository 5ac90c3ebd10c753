import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib'
import { replacedText, writtenText, type FileChange } from './change-plan.ts'
import { NotAsWritten } from './history-file.ts'
import { inTurns } from './in-turns.ts'
import { writtenPart } from './written-part.ts'

/** The texts of a step as the history keeps them. */
export interface PackedTexts {
  readonly replaced: Buffer | null
  readonly written: Buffer | null
}

export async function packedTexts(change: FileChange): Promise<PackedTexts> {
  const before = replacedText(change)
  const after = writtenText(change)
  const replaced = await packed(before)
  await inTurns((after ?? '').length)
  const written = await packed(after === null ? null : writtenPart(before ?? '', after))
  await inTurns((after ?? '').length)
  return { replaced, written }
}

const deflateElsewhere = promisify(deflateRaw)

// A short text is compressed sooner than another thread could be asked to.
const shortText = 100_000

async function packed(text: string | null): Promise<Buffer | null> {
  if (text === null) return null
  return text.length <= shortText ? packedHere(Buffer.from(text)) : await deflateElsewhere(text, { level: 1 })
}

/**
 * Packs a short text with a window of its own length. Zlib's usual one takes longer to make than most notes to pack, and of five
 * hundred the collector clears away a hundred megabytes.
 */
function packedHere(bytes: Buffer): Buffer {
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(bytes.length + 1))))
  const chunkSize = Math.min(16_384, Math.max(64, bytes.length))
  return deflateRawSync(bytes, { level: 1, windowBits, memLevel: Math.min(8, windowBits - 6), chunkSize })
}

const inflateElsewhere = promisify(inflateRaw)

// A short text is decompressed sooner than another thread could be asked to.
const shortImage = 20_000

/** Decompresses a text. */
export async function unpacked(image: Buffer): Promise<string> {
  try {
    const bytes = image.length <= shortImage ? inflateRawSync(image) : await inflateElsewhere(image)
    return bytes.toString()
  } catch (cause) {
    throw new NotAsWritten('A text cannot be read.', { cause })
  }
}
