import { h } from 'preact'
import { html } from '../html.ts'
import type { Question } from '../state/calls.ts'
import type { Choice } from '../state/call-server.ts'
import { usePage } from '../state/page.ts'
import { useResult } from '../state/use-loaded.ts'
import { sayDistance } from '../text/say-time.ts'
import { loadedPart } from './loaded-part.ts'
import { actorName, VaultLabel } from './small.ts'
import { questionText } from './question-text.ts'

/** What agents wait to be allowed. Nothing is shown while none does. */
export function Questions({ scope }: { readonly scope: string }) {
  const { call, say, mayWrite } = usePage()
  const open = useResult('list_questions', {}, 'questions')
  const answer = (id: string, choice: Choice) => async () => {
    const outcome = await call('answer_question', { question_id: id, answer: choice })
    if (outcome.kind === 'failed') say({ text: outcome.error.message, isProblem: true })
    else say({ text: choice === 'denied' ? 'Denied.' : 'Approved.' })
    open.reload()
  }
  return loadedPart(open, ({ questions }) => {
    const own = questions.filter(({ vault_id: vault }) => scope === '*' || vault === scope)
    if (own.length === 0) return null
    return html`<section class="card questions">
      <h2>${own.length === 1 ? 'A question waits' : `${own.length} questions wait`}</h2>
      <ul class="plain-list">
        ${own.map((question) => questionRow(question, mayWrite ? answer : null))}
      </ul>
    </section>`
  })
}

function questionRow(
  { question_id: id, vault_id: vault, actor, tool, text, always, expires }: Question,
  answer: ((id: string, choice: Choice) => () => Promise<void>) | null,
) {
  return html`<li key=${id} class="question">
    <p class="facts">
      ${actorName(actor)} <span>asks for</span>
      <code class="tool-name">${tool}</code> ${h(VaultLabel, { id: vault })}
      <span class="quiet">${endOf(expires, new Date())}</span>
    </p>
    ${questionText(text)}
    ${
      answer !== null &&
      html`<div class="buttons">
        <button class="button main-button" type="button" data-row onClick=${answer(id, 'once')}>
          Approve once
        </button>
        ${
          always !== null &&
          html`<button class="button" type="button" onClick=${answer(id, 'always')}>
            Approve from now on
          </button>`
        }
        <button class="button" type="button" onClick=${answer(id, 'denied')}>Deny</button>
      </div>`
    }
  </li>`
}

function endOf(expires: string, now: Date): string {
  return new Date(expires) > now ? `ends ${sayDistance(expires, now)}` : 'has ended'
}
