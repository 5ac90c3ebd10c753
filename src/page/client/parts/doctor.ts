import { html } from '../html.ts'
import { useResult } from '../state/use-loaded.ts'
import { loadedPart } from './loaded-part.ts'

const marks = { ok: '✓', warning: '!', problem: '✗' } as const
const words = { ok: 'Good', warning: 'Warning', problem: 'Problem' } as const

/** What `flint doctor` says. */
export function Doctor() {
  const findings = useResult('check_flint', {}, 'registry')
  return html`<section class="card">
    <h2>Is all well?</h2>
    ${loadedPart(
      findings,
      ({ findings: rows }) =>
        html`<ul class="plain-list findings">
          ${rows.map(
            ({ area, state, message, cure }, at) =>
              html`<li key=${at} class=${`finding finding-${state}`}>
                <span class="finding-mark" aria-hidden="true">${marks[state]}</span>
                <div>
                  <span class="visually-hidden">${words[state]}: </span><strong>${area}</strong> ${message}
                  ${cure !== undefined && html`<p class="quiet">${cure}</p>`}
                </div>
              </li>`,
          )}
        </ul>`,
    )}
    <button class="button" type="button" onClick=${findings.reload}>Look again</button>
  </section>`
}
