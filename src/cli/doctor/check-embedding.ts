import type { App } from '../../app.ts'
import { type Finding, ok, reasonOf, warning } from './finding.ts'

// Without any of these notes are searched by their words: that is a warning and no problem.
const install = 'Install flint-note again with its optional packages: npm install --include=optional.'

/** What search by meaning takes: the package that keeps vectors, the one that runs models, and a model that works. */
export async function checkEmbedding(app: App): Promise<readonly Finding[]> {
  return [await checkVectors(), await checkRuntime(), await checkUserModel(app), ...(await checkShelf(app))]
}

async function checkVectors(): Promise<Finding> {
  try {
    const [{ default: Database }, { load }] = await Promise.all([
      import('better-sqlite3'),
      import('sqlite-vec'),
    ])
    const database = new Database(':memory:')
    load(database)
    const version: unknown = database.prepare('SELECT vec_version()').pluck().get()
    database.close()
    return ok('sqlite-vec', `sqlite-vec ${String(version)}`)
  } catch (error) {
    return warning('sqlite-vec', `Vectors cannot be kept or searched: ${firstLine(error)}`, install)
  }
}

async function checkRuntime(): Promise<Finding> {
  try {
    await import('onnxruntime-node')
    return ok('onnxruntime', 'models can be run')
  } catch (error) {
    return warning(
      'onnxruntime',
      `Models cannot be run: ${firstLine(error)}`,
      `${install} There is no build of it for musl.`,
    )
  }
}

async function checkUserModel(app: App): Promise<Finding> {
  try {
    const { config } = await app.hub.registry()
    if (config.search.model === 'none') return ok('embedding model', 'none: search.model turns it off')
    const found = await checkModel(await app.embedder())
    if (!config.search.paused || found.state !== 'ok') return found
    return warning('embedding model', `${found.message}; no new vectors are made.`, 'flint models resume')
  } catch (error) {
    return warning('embedding model', reasonOf(error), 'Mend the registry first; see above.')
  }
}

/** Models that are here beside the one in use: they are looked at, not loaded. */
async function checkShelf(app: App): Promise<readonly Finding[]> {
  try {
    const shelf = await app.models()
    return (await shelf.list()).flatMap(({ model: { id }, mend }) =>
      mend === null
        ? []
        : [warning('downloaded model', `The files of ${id} are damaged.`, `Mend it: ${mend}`)],
    )
  } catch {
    // A registry that cannot be read is told above.
    return []
  }
}

/** Loads the model and embeds something: only that shows whether it works. */
export async function checkModel(opened: Awaited<ReturnType<App['embedder']>>): Promise<Finding> {
  if (opened.kind === 'unavailable') return warning('embedding model', opened.reason, opened.hint)
  const { embedder, notice } = opened
  const { id, dimensions } = embedder.model
  try {
    const [vector] = await embedder.embed(['a note'], 'passage')
    if (vector?.length !== dimensions) {
      const found = `${id} gives ${vector?.length ?? 'no'} numbers instead of ${dimensions}.`
      return warning('embedding model', found, 'Choose another model: flint models list.')
    }
  } catch (error) {
    const { reason, hint } = failureOf(error)
    return warning('embedding model', `${id} does not work: ${reason}`, hint)
  }
  return notice === null
    ? ok('embedding model', `${id} loads and gives ${dimensions} dimensions`)
    : warning('embedding model', notice, `flint models use ${id} makes it your choice.`)
}

function failureOf(error: unknown): { readonly reason: string; readonly hint: string } {
  if (error instanceof Error && 'reason' in error && 'hint' in error)
    return { reason: String(error.reason), hint: String(error.hint) }
  return { reason: reasonOf(error), hint: 'Choose another model: flint models list.' }
}

function firstLine(error: unknown): string {
  return reasonOf(error).split('\n')[0] ?? ''
}
