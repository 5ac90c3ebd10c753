import { useEffect } from 'preact/hooks'
import { html } from '../html.ts'
import type { ResultOf } from '../state/calls.ts'
import { behindOf } from '../state/behind-of.ts'
import { linkToFile } from '../state/link-to.ts'
import { useResult } from '../state/use-loaded.ts'
import { loadedPart } from './loaded-part.ts'
import { progressBar } from './small.ts'

type Info = Extract<ResultOf<'get_vault_info'>, { readonly vault: object }>

const againMs = 2_000

/**
 * The index of a vault and its vectors, how far they are, and what could not be ingested or read. It is not said to be up
 * to date beside what is shown of it as it was before.
 */
export function VaultState({ vault, isBehind }: { readonly vault: string; readonly isBehind: boolean }) {
  const info = useResult('get_vault_info', { vault_id: vault, detailed: true }, [vault])
  const { result, reload } = info
  const pending = result?.vault === undefined ? 0 : (result.index?.pending_vectors ?? 0)
  // That vectors were made is no news of the notes: it is asked for while any are.
  useEffect(() => {
    if (pending === 0) return
    const timer = window.setTimeout(reload, againMs)
    return () => window.clearTimeout(timer)
  }, [pending, result])
  return loadedPart(info, (told) =>
    told.vault === undefined
      ? null
      : html`<div class="cards">
          ${indexCard(told, isBehind || behindOf(told).length > 0)} ${ingestCard(vault, told)}
        </div>`,
  )
}

function indexCard({ index, watcher, settings_problems: problems = [] }: Info, isBehind: boolean) {
  if (index === undefined) return null
  const { state, done, total, model, vectors_problem: fault } = index
  const notes = index.notes === 1 ? '1 note' : `${index.notes} notes`
  const pending = index.pending_vectors ?? 0
  return html`<section class="card">
    <h2>Index</h2>
    <p>${state === 'ready' && !isBehind ? `Up to date: ${notes}.` : `${notes} so far.`}</p>
    ${done !== null && total !== null && total > 0 && state !== 'ready' && progressBar('Notes read', done, total)}
    <p>
      ${model === null ? 'No vectors are made.' : `Vectors by ${model}: ${index.vectors}.`}
      ${pending > 0 && ` ${pending.toLocaleString('en-GB')} still to be made.`}
      ${fault !== undefined && html`<span class="problem"> ${fault}</span>`}
    </p>
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
