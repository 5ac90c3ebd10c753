import { h } from 'preact'
import { html } from '../html.ts'
import type { Asked, Choice } from '../state/call-server.ts'
import { Dialog } from './dialog.ts'
import { questionText } from './question-text.ts'

/** The vault wants its owner asked before the person's own call goes on. Closing it denies. */
export function QuestionDialog({
  asked,
  onChoice,
}: {
  readonly asked: Asked
  readonly onChoice: (choice: Choice) => void
}) {
  const choose = (choice: Choice) => () => onChoice(choice)
  return h(Dialog, {
    title: 'May this be done?',
    onClose: choose('denied'),
    children: html`<div>
      ${questionText(asked.text)}
      ${asked.always !== '' && html`<p class="quiet">From now on: ${asked.always}</p>`}
      <div class="buttons">
        <button class="button main-button" type="button" onClick=${choose('once')}>Approve once</button>
        <button class="button" type="button" onClick=${choose('always')}>Approve from now on</button>
        <button class="button" type="button" onClick=${choose('denied')}>Deny</button>
      </div>
    </div>`,
  })
}
