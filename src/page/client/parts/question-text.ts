import { h } from 'preact'
import { html } from '../html.ts'
import { parseDiff } from '../text/parse-diff.ts'
import { splitQuestion } from '../text/split-question.ts'
import { DiffView } from './diff-view.ts'

/** What a question says, with the diff in it shown as one. */
export function questionText(question: string) {
  return html`<div class="question-parts">
    ${splitQuestion(question).map(({ kind, text }, at) => {
      const hunks = kind === 'diff' ? parseDiff(text) : []
      if (hunks.length > 0) return h(DiffView, { key: at, hunks, label: 'what is asked' })
      return html`<pre
        key=${at}
        class="question-text"
        dir="auto"
        tabindex="0"
        role="group"
        aria-label="What is asked"
      >
${text}</pre>`
    })}
  </div>`
}
