import { isAbsolute, join } from 'node:path'
import type { Said } from '../model/advice.ts'
import { pieceCounter, estimateTokens } from './count-tokens.ts'
import type { Embedder } from './embedder.ts'
import { EmbedderFailure } from '../model/embedder-failure.ts'
import { embeddedModel, embeddedModelFolder, modelFileName, vocabularyFileName } from './embedded-model.ts'
import { downloadableModels } from './known-models.ts'
import { missingRuntime } from './import-runtime.ts'
import { readManifest } from './model-manifest.ts'
import { readModelFolder } from './model-folder.ts'
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

type Found = { readonly embedder: Embedder } | EmbedderFailure

const idleAfterMs = 5 * 60_000

/**
 * Opens the embedder from the settings; the embedded model stands in for a missing one. What is plainly missing is
 * reported at once. The model itself is loaded with the first embedding, and a failure then is the `EmbedderFailure` of
 * that call. Never throws.
 */
export async function openEmbedder(options: OpenEmbedderOptions): Promise<OpenedEmbedder> {
  const wanted = options.model ?? embeddedModel.id
  if (wanted === 'none') return { kind: 'unavailable', ...turnedOff }
  const found = await find(wanted, options)
  if (!(found instanceof EmbedderFailure)) return { kind: 'ready', embedder: found.embedder, notice: null }
  if (wanted === embeddedModel.id) return toUnavailable(found)
  const standIn = await findEmbedded(options)
  if (standIn instanceof EmbedderFailure) return toUnavailable(found)
  const notice = [`${found.reason} Meanwhile ${embeddedModel.id} stands in.`, found.hint]
  return { kind: 'ready', embedder: standIn.embedder, notice }
}

const turnedOff = {
  reason: 'Search by meaning is turned off: search.model is none.',
  hint: { kind: 'turn-meaning-on', id: embeddedModel.id },
} as const

function toUnavailable({ reason, hint }: EmbedderFailure): OpenedEmbedder {
  return { kind: 'unavailable', reason, hint }
}

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
  const { onnxFile, padId } = reading.found
  const embedder = new ThreadEmbedder({
    thread: {
      model,
      file: join(folder, onnxFile),
      tokenizer: { kind: 'folder', folder, padId },
      sha256: found.manifest.files.find(({ path }) => path === onnxFile)?.sha256 ?? null,
    },
    countTokens: estimateTokens,
    idleAfterMs: options.idleAfterMs ?? idleAfterMs,
  })
  return { embedder }
}

async function findEmbedded(options: OpenEmbedderOptions): Promise<Found> {
  const folder = options.embeddedFolder ?? embeddedModelFolder
  const found = await readManifest(folder)
  if (found.kind !== 'whole') {
    return new EmbedderFailure(
      'The files of the embedded model are missing or damaged.',
      'Install flint-note again, or run npm run build in a clone of it.',
    )
  }
  const vocabulary = join(folder, vocabularyFileName)
  const embedder = new ThreadEmbedder({
    thread: {
      model: embeddedModel,
      file: join(folder, modelFileName),
      tokenizer: { kind: 'use-lite', file: vocabulary },
      sha256: found.manifest.files.find(({ path }) => path === modelFileName)?.sha256 ?? null,
    },
    countTokens: pieceCounter(vocabulary),
    idleAfterMs: options.idleAfterMs ?? idleAfterMs,
  })
  return { embedder }
}

async function findFolder(folder: string, options: OpenEmbedderOptions): Promise<Found> {
  const reading = await readModelFolder(folder)
  if (reading.kind === 'none')
    return new EmbedderFailure(reading.reason, { kind: 'choose-model', first: 'Correct search.model, or' })
  const { model, onnxFile, padId } = reading.found
  const embedder = new ThreadEmbedder({
    thread: {
      model,
      file: join(folder, onnxFile),
      tokenizer: { kind: 'folder', folder, padId },
      sha256: null,
    },
    countTokens: estimateTokens,
    idleAfterMs: options.idleAfterMs ?? idleAfterMs,
  })
  return { embedder }
}
