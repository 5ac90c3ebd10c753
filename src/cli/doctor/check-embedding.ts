import type { Said } from '../../model/advice.ts'
import { EmbedderFailure } from '../../model/embedder-failure.ts'
import type { App } from '../../app.ts'
import { toPerson } from '../to-person.ts'
import { type Finding, ok, warning } from './finding.ts'
import { messageOf } from '../../model/error-code.ts'

/** What semantic search needs besides its packages: a model that works. */
export async function checkEmbedding(app: App): Promise<readonly Finding[]> {
  return [await checkUserModel(app), ...(await checkShelf(app))]
}

async function checkUserModel(app: App): Promise<Finding> {
  try {
    const { config } = await app.hub.registry()
    if (config.search.model === 'none') return ok('embedding model', 'none: search.model turns it off')
    const found = await checkModel(await app.embedder())
    if (!config.search.paused || found.state !== 'ok') return found
    return warning(
      'embedding model',
      `${toPerson(found.message)}; no new vectors are made.`,
      'flint models resume',
    )
  } catch (error) {
    return warning('embedding model', messageOf(error), 'Mend the registry first; see above.')
  }
}

/** The other models on this machine: they are looked at, not loaded. */
async function checkShelf(app: App): Promise<readonly Finding[]> {
  try {
    const shelf = await app.models()
    return (await shelf.list()).flatMap(({ model: { id }, mend }) =>
      mend === null ? [] : [warning('downloaded model', `The files of ${id} are damaged.`, mend)],
    )
  } catch {
    // An unreadable registry is reported above.
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

function failureOf(error: unknown): { readonly reason: string; readonly hint: Said } {
  if (error instanceof EmbedderFailure) return error
  return { reason: messageOf(error), hint: 'Choose another model: flint models list.' }
}
