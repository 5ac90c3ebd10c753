import { useEffect } from 'preact/hooks'
import { html } from '../html.ts'
import { usePage } from '../state/page.ts'
import { useResult } from '../state/use-loaded.ts'
import { loadedPart } from './loaded-part.ts'
import { progressBar } from './small.ts'

const againMs = 1_000

/** What makes vectors of texts, and the way to get more of it. */
export function Models() {
  const { act, say, mayWrite } = usePage()
  const models = useResult('list_models', {}, 'nothing')
  const { result, reload } = models
  const isPulling = result?.models.some(({ progress }) => progress !== null) ?? false
  useEffect(() => {
    if (!isPulling) return
    const timer = window.setTimeout(reload, againMs)
    return () => window.clearTimeout(timer)
  }, [isPulling, result])
  const pull = async (name: string) => {
    window.setTimeout(reload, againMs)
    const outcome = await act('pull_model', { name })
    if (outcome.kind === 'failed') say({ text: outcome.error.message, isProblem: true })
    reload()
  }
  return html`<section class="card">
    <h2>Models for search by meaning</h2>
    ${loadedPart(
      models,
      ({ models: rows }) =>
        html`<ul class="plain-list">
          ${rows.map(
            ({ name, about, is_chosen: isChosen, is_present: isPresent, megabytes, progress, problem }) =>
              html`<li key=${name} class="row">
                <div class="row-text">
                  <h3><code>${name}</code> ${isChosen && html`<span class="mark">in use</span>`}</h3>
                  <p>${about}</p>
                  ${problem !== undefined && html`<p class="problem">${problem}</p>`}
                  ${progress !== null && progressBar('Downloaded', progress.done, progress.total)}
                </div>
                <p class="row-side">
                  ${megabytes !== null && html`<span class="quiet">${megabytes} MB</span>`}
                  ${isPresent && html`<span class="quiet">here</span>`}
                  ${
                    mayWrite &&
                    !isPresent &&
                    progress === null &&
                    html`<button
                      class="button"
                      type="button"
                      aria-label=${`Download ${name}`}
                      onClick=${() => void pull(name)}
                    >
                      Download
                    </button>`
                  }
                </p>
              </li>`,
          )}
        </ul>`,
    )}
  </section>`
}
