import { isAbsolute, join } from 'node:path'
import type { Said } from '../model/advice.ts'
import { pieceCounter, estimateTokens } from './count-tokens.ts'
import type { Embedder } from './embedder.ts'
import { EmbedderFailure } from '../model/embedder-failure.ts'
import { embeddedModel, embeddedModelFolder, modelFileName, vocabularyFileName } from './embedded-model.ts'
import { downloadableModels } from './known-models.ts'
import { missingRuntime } from './import-runtime.ts'
import { readManifest, type ModelManifest } from './model-manifest.ts'
import { readModelFolder, type ModelFolder } from './model-folder.ts'
import { ThreadEmbedder } from './thread-embedder.ts'

export interface OpenEmbedderOptions {
  /** Where downloaded models are. */
  readonly modelFolder: string
  /** A model's id, the absolute path of a folder with one, or `none`; null is the embedded model. */
  readonly model: string | null
  /** Where the embedded model is, if not where the build puts it. */
  readonly embeddedFolder?: string
  /** Milliseconds without work after which the model's memory is freed. */
  readonly idleAfterMs?: number
}

/** `notice` says what differs from the settings, such as another model standing in for a missing one. */
export type OpenedEmbedder =
  | { readonly kind: 'ready'; readonly embedder: Embedder; readonly notice: Said | null }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly hint: Said }

type Found = Embedder | EmbedderFailure

const fiveMinutes = 5 * 60_000

/**
 * Opens the embedder from the settings; the embedded model stands in for a missing one. What is plainly missing is
 * reported at once. The model itself is loaded with the first embedding, and a failure then is the `EmbedderFailure` of
 * that call. Never throws.
 */
export async function openEmbedder(options: OpenEmbedderOptions): Promise<OpenedEmbedder> {
  const wanted = options.model ?? embeddedModel.id
  if (wanted === 'none') return { kind: 'unavailable', ...turnedOff }
  const found = await find(wanted, options)
  if (!(found instanceof EmbedderFailure)) return { kind: 'ready', embedder: found, notice: null }
  const { reason, hint } = found
  const standIn = wanted === embeddedModel.id ? found : await findEmbedded(options)
  if (standIn instanceof EmbedderFailure) return { kind: 'unavailable', reason, hint }
  const notice = [`${reason} Meanwhile ${embeddedModel.id} stands in.`, hint]
  return { kind: 'ready', embedder: standIn, notice }
}

const turnedOff = {
  reason: 'Search by meaning is turned off: search.model is none.',
  hint: { kind: 'turn-meaning-on', id: embeddedModel.id },
} as const

async function find(wanted: string, options: OpenEmbedderOptions): Promise<Found> {
  if (wanted === embeddedModel.id) return await findEmbedded(options)
  const found = isAbsolute(wanted) ? await findFolder(wanted, options) : await findDownloaded(wanted, options)
  return found instanceof EmbedderFailure ? found : (missingRuntime() ?? found)
}

async function findDownloaded(wanted: string, options: OpenEmbedderOptions): Promise<Found> {
  const model = downloadableModels.find(({ id }) => id === wanted)
  if (model === undefined)
    return new EmbedderFailure(`There is no model ${wanted}.`, { kind: 'list-models', to: 'see them' })
  const folder = join(options.modelFolder, model.id)
  const found = await readManifest(folder)
  const pull = { kind: 'get-model', id: model.id, to: 'get it' } as const
  if (found.kind === 'none') return new EmbedderFailure(`The model ${model.id} is not on this machine.`, pull)
  if (found.kind === 'damaged') {
    return new EmbedderFailure(`The files of the model ${model.id} are damaged.`, {
      ...pull,
      to: 'mend it',
    })
  }
  const reading = await readModelFolder(folder)
  if (reading.kind === 'none') return new EmbedderFailure(reading.reason, pull)
  return runFolder(
    { ...reading.found, model },
    folder,
    hashOf(found.manifest, reading.found.onnxFile),
    options,
  )
}

async function findFolder(folder: string, options: OpenEmbedderOptions): Promise<Found> {
  const reading = await readModelFolder(folder)
  return reading.kind === 'none'
    ? new EmbedderFailure(reading.reason, { kind: 'choose-model', first: 'Correct search.model, or' })
    : runFolder(reading.found, folder, null, options)
}

function runFolder(
  { model, onnxFile, padId }: ModelFolder,
  folder: string,
  sha256: string | null,
  { idleAfterMs = fiveMinutes }: OpenEmbedderOptions,
): Embedder {
  const tokenizer = { kind: 'folder', folder, padId } as const
  const thread = { model, file: join(folder, onnxFile), tokenizer, sha256 }
  return new ThreadEmbedder({ thread, countTokens: estimateTokens, idleAfterMs })
}

async function findEmbedded(options: OpenEmbedderOptions): Promise<Found> {
  const { embeddedFolder: folder = embeddedModelFolder, idleAfterMs = fiveMinutes } = options
  const found = await readManifest(folder)
  if (found.kind !== 'whole') {
    return new EmbedderFailure(
      'The files of the embedded model are missing or damaged.',
      'Install flint-note again, or run npm run build in a clone of it.',
    )
  }
  const vocabulary = join(folder, vocabularyFileName)
  return new ThreadEmbedder({
    thread: {
      model: embeddedModel,
      file: join(folder, modelFileName),
      tokenizer: { kind: 'use-lite', file: vocabulary },
      sha256: hashOf(found.manifest, modelFileName),
    },
    countTokens: pieceCounter(vocabulary),
    idleAfterMs,
  })
}

function hashOf({ files }: ModelManifest, name: string): string | null {
  return files.find(({ path }) => path === name)?.sha256 ?? null
}
