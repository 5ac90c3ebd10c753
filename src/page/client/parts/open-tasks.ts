import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { ResultOf } from '../state/calls.ts'
import { atOnce, loadMost } from '../state/load-most.ts'
import { usePage } from '../state/page.ts'
import { noteAddress } from '../state/place.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { useTicks } from '../state/use-ticks.ts'
import { plainLine } from '../text/mark-words.ts'
import { sayDone } from '../text/say-done.ts'
import { loadedPart } from './loaded-part.ts'
import { vaultErrors } from './vault-errors.ts'

type Todo = ResultOf<'list_open_tasks'>['todos'][number]

const atFirst = 60

/** Open tasks of the notes, note by note; ticking one marks it done in its note. */
export function OpenTasks({ scope }: { readonly scope: string }) {
  const { say, mayWrite } = usePage()
  const send = useTicks()
  const [most, setMost] = useState(atFirst)
  const tasks = useLoaded(
    `tasks ${scope} ${most}`,
    (call, signal) =>
      loadMost(
        most,
        (page) => call('list_open_tasks', { vault_id: scope, ...page }, signal),
        ({ todos }) => todos,
      ),
    scope === '*' ? '*' : [scope],
  )
  const vaultOf = (todo: Todo) => todo.vault_id ?? scope
  const tick = async ({ currentTarget: box }: Event, todo: Todo) => {
    const { path: note, content_hash: hash, line_number: line, task_text: text, is_sole: isSole } = todo
    const shown = { vault: vaultOf(todo), note, hash, line, text: isSole ? text : null }
    const outcome = await send(shown, 'done')
    tasks.reload()
    if (outcome.kind === 'failed') {
      if (box instanceof HTMLInputElement) box.checked = false
      say({ text: outcome.error.message, isProblem: true })
      return
    }
    const { line_number: lineNow, content_hash: hashNow = hash } = outcome.result
    const openAgain = async () => {
      const opened = await send({ ...shown, line: lineNow, hash: hashNow }, 'open')
      tasks.reload()
      if (opened.kind === 'failed') say({ text: opened.error.message, isProblem: true })
    }
    say({
      text: sayDone('Done.', outcome.result),
      action: { label: 'Open it again', run: () => void openAgain() },
    })
  }
  return html`<section class="card">
    <h2>Open tasks</h2>
    ${vaultErrors(tasks.result?.vaults)}
    ${loadedPart(tasks, ({ items: todos, total }) =>
      todos.length === 0
        ? html`<p class="quiet">No task is open. One is made by <code>- [ ]</code> in a note.</p>`
        : html`<div>
            ${[...Map.groupBy(todos, (todo) => noteAddress(vaultOf(todo), todo.path))].map(
              ([address, own]) =>
                html`<div key=${address} class="task-group">
                  <h3><a href=${address} dir="auto">${own[0]?.title}</a></h3>
                  <ul class="plain-list">
                    ${own.map(
                      (todo) =>
                        html`<li key=${`${todo.line_number} ${todo.task_text}`}>
                          <label class="tick-line">
                            <input
                              type="checkbox"
                              disabled=${!mayWrite || !todo.may_change}
                              data-row
                              onChange=${(event: Event) => void tick(event, todo)}
                            />
                            <span dir="auto">${plainLine(todo.task_text)}</span>
                          </label>
                        </li>`,
                    )}
                  </ul>
                </div>`,
            )}
            ${
              total > todos.length &&
              html`<p class="buttons">
                <span class="quiet">${total - todos.length} more are open.</span>
                <button class="button" type="button" onClick=${() => setMost(most + atOnce)}>
                  Show more
                </button>
              </p>`
            }
          </div>`,
    )}
  </section>`
}
