import { useEffect } from 'preact/hooks'
import { html } from '../html.ts'
import type { ResultOf } from '../state/calls.ts'
import { linkToFile } from '../state/link-to.ts'
import { useResult } from '../state/use-loaded.ts'
import { loadedPart } from './loaded-part.ts'
import { progressBar } from './small.ts'

type Info = Extract<ResultOf<'get_vault_info'>, { readonly vault: object }>

const againMs = 2_000

/** The index of a vault and its vectors, how far they are, and what could not be ingested or read. */
export function VaultState({ vault }: { readonly vault: string }) {
  const info = useResult('get_vault_info', { vault_id: vault, detailed: true }, [vault])
  const { result, reload } = info
  const index = result?.vault === undefined ? undefined : result.index
  const isBusy = index !== undefined && (index.state !== 'ready' || (index.pending_vectors ?? 0) > 0)
  // Progress of the index is no news of the notes: it is asked for while there is any.
  useEffect(() => {
    if (!isBusy) return
    const timer = window.setTimeout(reload, againMs)
    return () => window.clearTimeout(timer)
  }, [isBusy, result])
  return loadedPart(info, (told) =>
    told.vault === undefined
      ? null
      : html`<div class="cards">${indexCard(told)} ${ingestCard(vault, told)}</div>`,
  )
}

function indexCard({ index, watcher, settings_problems: problems = [] }: Info) {
  if (index === undefined) return null
  const { state, notes, done, total, chunks, model, pending_vectors: pending, vectors_problem: fault } = index
  return html`<section class="card">
    <h2>Index</h2>
    <p>
      ${state === 'ready' ? `Up to date: ${notes === 1 ? '1 note' : `${notes} notes`}.` : (index.freshness ?? state)}
    </p>
    ${done !== null && total !== null && state !== 'ready' && progressBar('Notes read', done, total)}
    <p>
      ${model === null ? 'No vectors are made.' : `Vectors by ${model}: ${index.vectors}.`}
      ${fault !== undefined && html`<span class="problem"> ${fault}</span>`}
    </p>
    ${pending !== null && pending > 0 && progressBar('Passages with a vector', chunks - pending, chunks)}
    <p class="quiet">Watcher: ${watcher}</p>
    ${problems.map((problem) => html`<p class="problem" key=${problem}>${problem}</p>`)}
  </section>`
}

function ingestCard(vault: string, { failed_ingests: failed = [] }: Info) {
  if (failed.length === 0) return null
  return html`<section class="card">
    <h2>Files that could not be ingested <span class="quiet">${failed.length}</span></h2>
    <ul class="plain-list">
      ${failed.map(
        ({ path, reason }) =>
          html`<li key=${path}>
            <a data-row ...${linkToFile(vault, path)} dir="auto">${path}</a>
            <p class="snippet">${reason}</p>
          </li>`,
      )}
    </ul>
  </section>`
}
