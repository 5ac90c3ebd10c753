import { html } from '../html.ts'
import { usePage, vaultName } from '../state/page.ts'
import type { ResultOf } from '../state/calls.ts'
import { useResult } from '../state/use-loaded.ts'
import { loadedPart } from './loaded-part.ts'

type Finding = ResultOf<'check_flint'>['findings'][number]

const marks = { ok: '✓', warning: '!', problem: '✗' } as const
const words = { ok: 'Good', warning: 'Warning', problem: 'Problem' } as const

/** What `flint doctor` says: what is not well at once, what is well when asked. */
export function DoctorCard() {
  const { vaults } = usePage()
  const findings = useResult('check_flint', {}, 'registry')
  const list = (rows: readonly Finding[]) =>
    html`<ul class="plain-list findings">
      ${rows.map(
        ({ area, vault, state, message, cure }, at) =>
          html`<li key=${at} class="finding">
            <span class="finding-mark" style=${{ color: `var(--${state})` }} aria-hidden="true"
              >${marks[state]}</span
            >
            <div>
              <span class="visually-hidden">${words[state]}: </span>
              <strong>${area}${vault !== undefined && ` of ${vaultName(vaults, vault)}`}</strong> ${message}
              ${cure !== undefined && html`<p class="quiet">${cure}</p>`}
            </div>
          </li>`,
      )}
    </ul>`
  return html`<section class="card">
    <h2>Is all well?</h2>
    ${loadedPart(findings, ({ findings: rows }) => {
      const good = rows.filter(({ state }) => state === 'ok')
      const others = rows.filter(({ state }) => state !== 'ok')
      return html`<div>
        ${list(others)}
        <details class="good-findings">
          <summary>
            ${others.length === 0 ? `All is well: ${good.length} checks` : `${good.length} checks are well`}
          </summary>
          ${list(good)}
        </details>
      </div>`
    })}
    <button class="button" type="button" onClick=${findings.reload}>Look again</button>
  </section>`
}
