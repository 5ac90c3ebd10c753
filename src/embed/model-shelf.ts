import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Said } from '../model/advice.ts'
import type { EmbeddingModel } from '../model/embedding-model.ts'
import { nearest } from '../model/nearest.ts'
import { VaultError } from '../model/vault-error.ts'
import { keepFolderPrivate } from '../own-files/keep-private.ts'
import { lockFile } from '../own-files/lock-file.ts'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'
import { renameFile } from '../own-files/rename-file.ts'
import { downloadFile, type Fetch } from './download-file.ts'
import { embeddedModel, embeddedModelFolder } from './embedded-model.ts'
import { extractArchive } from './extract-archive.ts'
import { downloadableModels, knownModels, type DownloadableModel } from './known-models.ts'
import { missingRuntime } from './import-runtime.ts'
import { readModelFolder } from './model-folder.ts'
import { manifestFileName, readManifest, renderManifest } from './model-manifest.ts'

export interface ShelfOptions {
  /** Where downloaded models are. */
  readonly folder: string
  readonly fetch: Fetch
  /** The model hub's address, if not the usual one. */
  readonly hub?: string | undefined
}

export interface PullOptions {
  readonly id: string
  /** The address or path of an archive, in place of the model's own source. */
  readonly from?: string | undefined
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

export interface ShelvedModel {
  readonly model: EmbeddingModel
  readonly state: 'embedded' | 'downloaded' | 'available' | 'missing' | 'damaged'
  /** How to repair a damaged one; null for all others. */
  readonly mend: Said | null
}

const usualHub = 'https://huggingface.co'

/** The models of this machine, downloaded and available. */
export class ModelShelf {
  readonly #options: ShelfOptions

  constructor(options: ShelfOptions) {
    this.#options = options
  }

  get folder(): string {
    return this.#options.folder
  }

  /** Why only the embedded model can be run, and what to do; null where all can. */
  get fault(): string | null {
    return missingRuntime()?.message ?? null
  }

  async list(): Promise<readonly ShelvedModel[]> {
    return await Promise.all(
      knownModels.map(async (model) => {
        const state = await this.#stateOf(model)
        return { model, state, mend: state === 'damaged' ? mendModel(model.id) : null }
      }),
    )
  }

  /** The known and downloaded model that a setting names, or the one in a folder; else NOT_FOUND or INVALID_ARGUMENT. */
  async find(wanted: string): Promise<EmbeddingModel> {
    if (isAbsolute(wanted)) {
      const reading = await readModelFolder(wanted)
      if (reading.kind === 'model') return reading.found.model
      throw new VaultError('INVALID_ARGUMENT', reading.reason, {
        hint: 'It must hold tokenizer.json, config.json and one .onnx file: see docs/models.md.',
      })
    }
    const model = knownModels.find(({ id }) => id === wanted)
    if (model === undefined) throw unknownModel(wanted)
    const state = await this.#stateOf(model)
    if (state === 'damaged') throw damaged(wanted)
    if (state === 'available')
      throw new VaultError('NOT_FOUND', `The model ${wanted} is not on this machine.`, {
        hint: mendModel(wanted),
      })
    return model
  }

  /** Downloads a model, which joins the others only when it is complete. False when it is already here. */
  async pull({ id, from, signal, onProgress }: PullOptions): Promise<boolean> {
    const model = downloadableModels.find((one) => one.id === id)
    if (id === embeddedModel.id) return false
    if (model === undefined) throw unknownModel(id)
    if ((await this.#stateOf(model)) === 'downloaded') return false
    const release = await this.#lock(id)
    const temporary = join(this.folder, `.${id}.${randomUUID()}.tmp`)
    try {
      await this.#removeLeftovers(id)
      const found = await this.#fetchInto(temporary, model, { id, from, signal, onProgress })
      const { reading, files } = await describeFiles(found, signal)
      if (reading.kind === 'none') throw unusable(reading.reason)
      await writeFile(join(found, manifestFileName), renderManifest({ id, files }), { mode: 0o600 })
      await rm(join(this.folder, id), { recursive: true, force: true })
      await renameFile(found, join(this.folder, id))
    } finally {
      // An interrupted unpacking may still make a file.
      await rm(temporary, { recursive: true, force: true, maxRetries: 5 })
      await release()
    }
    return true
  }

  /** Deletes a downloaded model and the part of an interrupted download. False when there is nothing. */
  async remove(id: string): Promise<boolean> {
    if (id === embeddedModel.id)
      throw new VaultError('INVALID_ARGUMENT', 'The embedded model is part of flint.', {
        hint: { kind: 'turn-meaning-off' },
      })
    if (downloadableModels.every((model) => model.id !== id)) throw unknownModel(id)
    const release = await this.#lock(id)
    try {
      const own = (await readdir(this.folder)).filter(
        (name) => name === id || name === `${id}.download` || isLeftover(name, id),
      )
      for (const name of own) await rm(join(this.folder, name), { recursive: true, force: true })
      return own.length > 0
    } finally {
      await release()
    }
  }

  async #stateOf({ id }: EmbeddingModel): Promise<ShelvedModel['state']> {
    const isEmbedded = id === embeddedModel.id
    const folder = isEmbedded ? embeddedModelFolder : join(this.folder, id)
    // An earlier version left them readable. The folder around the models may be the user's own.
    if (!isEmbedded) for (const own of [folder, `${folder}.download`]) keepFolderPrivate(own)
    const { kind } = await readManifest(folder)
    if (kind === 'damaged') return 'damaged'
    if (isEmbedded) return kind === 'whole' ? 'embedded' : 'missing'
    return kind === 'whole' ? 'downloaded' : 'available'
  }

  /** The folder below `temporary` that holds the model's files. */
  async #fetchInto(temporary: string, model: DownloadableModel, options: PullOptions): Promise<string> {
    const { from, signal, onProgress } = options
    const { fetch, hub = usualHub } = this.#options
    // Outside the temporary folder, so that the next call can resume it.
    const arriving = join(this.folder, `${model.id}.download`)
    const { source } = model
    if (source.kind === 'files' && from === undefined) {
      makePrivateFolder(temporary)
      for (const [name, path] of Object.entries(source.files)) {
        const file = join(arriving, name)
        if (await isFile(file)) continue
        const url = `${hub}/${source.repository}/resolve/main/${path}`
        await downloadFile({ url, file, fetch, signal, onProgress })
      }
      for (const name of Object.keys(source.files))
        await renameFile(join(arriving, name), join(temporary, name))
      await rm(arriving, { recursive: true, force: true })
      return temporary
    }
    const address = from ?? (source.kind === 'archive' ? source.url : '')
    const archive = join(arriving, 'archive.tar.gz')
    if (/^https?:\/\//.test(address)) {
      await downloadFile({ url: address, file: archive, fetch, signal, onProgress })
    } else {
      makePrivateFolder(arriving)
      await copyArchive(address, archive)
    }
    try {
      await extractArchive(archive, temporary, signal)
    } finally {
      // A damaged archive would fail every time.
      await rm(arriving, { recursive: true, force: true })
    }
    return await findModelIn(temporary)
  }

  async #lock(id: string): Promise<() => Promise<void>> {
    makePrivateFolder(this.folder)
    const release = await lockFile(join(this.folder, `${id}.lock`), {
      waitMs: 0,
      silentAfterMs: 20_000,
    })
    if (release !== null) return release
    throw new VaultError('CONFLICT', `Another process is getting or removing ${id}.`, {
      hint: 'Wait until it is done.',
    })
  }

  /** Removes what a killed process left. */
  async #removeLeftovers(id: string): Promise<void> {
    for (const name of await readdir(this.folder))
      if (isLeftover(name, id)) await rm(join(this.folder, name), { recursive: true, force: true })
  }
}

function isLeftover(name: string, id: string): boolean {
  return name.startsWith(`.${id}.`) && name.endsWith('.tmp')
}

/** An archive holds one folder with everything, or the files themselves. */
async function findModelIn(folder: string): Promise<string> {
  const names = await readdir(folder)
  const [only] = names
  return names.length === 1 && only !== undefined && !(await isFile(join(folder, only)))
    ? join(folder, only)
    : folder
}

async function describeFiles(folder: string, signal: AbortSignal) {
  const reading = await readModelFolder(folder)
  const files = []
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = entry.replaceAll('\\', '/')
    const file = join(folder, path)
    if (!(await isFile(file)) || path === manifestFileName) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash, { signal })
    files.push({ path, size: (await stat(file)).size, sha256: hash.digest('hex') })
  }
  return { reading, files }
}

async function copyArchive(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to)
  } catch (error) {
    throw new VaultError(
      'NOT_FOUND',
      `The archive ${from} cannot be read.`,
      { hint: 'Give the path of a .tar.gz file, or its address beginning with https://.' },
      { cause: error },
    )
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true
}

function mendModel(id: string): Said {
  return id === embeddedModel.id ? 'Install flint-note again.' : { kind: 'get-model', id, to: null }
}

function damaged(id: string): VaultError {
  return new VaultError('NOT_FOUND', `The files of the model ${id} are damaged.`, { hint: mendModel(id) })
}

function unusable(reason: string): VaultError {
  return new VaultError('INGEST_FAILED', `What was downloaded is not a model. ${reason}`, {
    hint: 'Give another archive with --from.',
  })
}

function unknownModel(id: string): VaultError {
  const ids = knownModels.map((model) => model.id)
  const [near] = nearest(id, ids)
  return new VaultError('NOT_FOUND', `There is no model ${id}.`, {
    known_models: ids,
    hint:
      near === undefined
        ? { kind: 'list-models', to: 'see them' }
        : [`Did you mean ${near}?`, { kind: 'list-models', to: 'see all' }],
  })
}
