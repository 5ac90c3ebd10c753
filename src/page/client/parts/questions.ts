import { h } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { Question } from '../state/calls.ts'
import type { Choice } from '../state/call-server.ts'
import { usePage } from '../state/page.ts'
import { useResult } from '../state/use-loaded.ts'
import { sayDistance } from '../text/say-time.ts'
import { loadedPart } from './loaded-part.ts'
import { actorName, VaultLabel } from './small.ts'
import { questionText } from './question-text.ts'

interface Answered {
  readonly question: Question
  readonly choice: Choice
}

/**
 * What agents wait to be allowed. What was answered stays in its place for as long as the view is shown, so that no other
 * question's buttons come to lie where somebody has just clicked.
 */
export function Questions({ scope }: { readonly scope: string }) {
  const { act, say, mayWrite } = usePage()
  const open = useResult('list_questions', {}, 'questions')
  const [answered, setAnswered] = useState<readonly Answered[]>([])
  const [asking, setAsking] = useState<string | null>(null)
  const answer = (question: Question, choice: Choice) => async () => {
    setAsking(question.question_id)
    const outcome = await act('answer_question', { question_id: question.question_id, answer: choice })
    setAsking(null)
    if (outcome.kind === 'failed') say({ text: outcome.error.message, isProblem: true })
    else setAnswered((before) => [...before, { question, choice }])
    open.reload()
  }
  return loadedPart(open, ({ questions }) => {
    const done = new Map(answered.map((one) => [one.question.question_id, one]))
    const waiting = questions.filter(({ question_id: id }) => !done.has(id))
    const isOwn = ({ vault_id: vault }: Question) => scope === '*' || vault === scope
    const all = [...waiting, ...answered.map(({ question }) => question)]
      .filter(isOwn)
      .toSorted((a, b) => a.created.localeCompare(b.created))
    if (all.length === 0) return null
    return html`<section class="card questions">
      <h2>${headingOf(waiting.filter(isOwn).length)}</h2>
      <ul class="plain-list">
        ${all.map((question) => {
          const { question_id: id } = question
          const how = {
            choice: done.get(id)?.choice,
            isAsking: asking === id,
            answer: mayWrite ? answer : null,
          }
          return questionRow(question, how)
        })}
      </ul>
    </section>`
  })
}

function headingOf(waiting: number): string {
  if (waiting === 0) return 'No question waits'
  return waiting === 1 ? 'A question waits' : `${waiting} questions wait`
}

/** Stands where the buttons were, and takes the focus of the one that was pressed. */
function Answer({ choice }: { readonly choice: Choice }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => line.current?.focus(), [])
  return html`<p ref=${line} class="answer" tabindex="-1">
    ${choice === 'denied' ? 'Denied.' : 'Approved.'}
  </p>`
}

interface How {
  /** What was answered on this page. */
  readonly choice: Choice | undefined
  readonly isAsking: boolean
  readonly answer: ((question: Question, choice: Choice) => () => Promise<void>) | null
}

function questionRow(question: Question, { choice, isAsking, answer }: How) {
  const { question_id: id, vault_id: vault, actor, tool, text, always, expires } = question
  return html`<li key=${id} class="question">
    <p class="facts">
      ${actorName(actor)} <span>asks for</span>
      <code class="tool-name">${tool}</code> ${h(VaultLabel, { id: vault })}
      ${choice === undefined && html`<span class="quiet">${endOf(expires, new Date())}</span>`}
    </p>
    ${questionText(text)} ${choice !== undefined && h(Answer, { choice })}
    ${
      choice === undefined &&
      answer !== null &&
      html`<div class="buttons">
        <button
          class="button main-button"
          type="button"
          data-row
          disabled=${isAsking}
          onClick=${answer(question, 'once')}
        >
          Approve once
        </button>
        ${
          always !== null &&
          html`<button
            class="button"
            type="button"
            disabled=${isAsking}
            onClick=${answer(question, 'always')}
          >
            Approve from now on
          </button>`
        }
        <button class="button" type="button" disabled=${isAsking} onClick=${answer(question, 'denied')}>
          Deny
        </button>
      </div>`
    }
  </li>`
}

function endOf(expires: string, now: Date): string {
  return new Date(expires) > now ? `ends ${sayDistance(expires, now)}` : 'has ended'
}
