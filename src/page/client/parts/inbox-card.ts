import { localDay } from '../../../model/local-day.ts'
import { html } from '../html.ts'
import type { ResultOf } from '../state/calls.ts'
import { unknownOutcome } from '../state/call-server.ts'
import type { SentDraft } from '../state/drafts.ts'
import { usePage, vaultName } from '../state/page.ts'
import { noteAddress } from '../state/place.ts'
import { actOf } from '../state/session-place.ts'
import { undoAction } from '../state/preview-undo.ts'
import { useDrafts } from '../state/use-drafts.ts'
import { useResult } from '../state/use-loaded.ts'
import { valueOf } from '../state/value-of.ts'
import { loadedPart } from './loaded-part.ts'

const movedOn = 'The inbox has changed since it was shown. Nothing was cleared: look at it as it is now.'

function sayUnknown(sent: SentDraft): string {
  return actOf(sent) === sent
    ? 'It is not known whether this was saved. Add it again: it is filed once.'
    : 'It is not known whether this was saved before flint was started again. Look below before you add it again.'
}

type Item = ResultOf<'get_inbox'>['items'][number]

/** What waits to be filed in a vault. Thoughts are added here, and cleared once they are filed. */
export function InboxCard({ vault }: { readonly vault: string }) {
  const { act, say, vaults, ...page } = usePage()
  const drafts = useDrafts()
  const of = { vault, note: '' }
  const thought = () => drafts.find(of)?.text ?? ''
  const sent = drafts.find(of)?.sent
  const keep = (text: string, act?: SentDraft) => {
    if (text.trim() === '') drafts.forget(of)
    else drafts.keep(of, { text, base: { text: '', hash: '' }, ...(act !== undefined && { sent: act }) })
  }
  const inbox = useResult('get_inbox', { vault_id: vault, limit: 200 }, [vault])
  const rights = useResult('get_vault_rights', { vault_id: vault, day: localDay(new Date()) }, 'registry')
  const mayWrite = page.mayWrite && rights.result?.may_change === true

  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    const text = thought().trim()
    if (text === '') return
    const own = actOf(sent)
    // At once: what is typed before the answer comes is another thought.
    drafts.forget(of)
    const outcome = await act('capture_to_inbox', { vault_id: vault, text }, own.key)
    inbox.reload()
    if (outcome.kind === 'done') return
    const isUnknown = outcome.error.code === unknownOutcome && thought() === ''
    keep([text, thought()].filter((part) => part !== '').join(' '), isUnknown ? own : undefined)
    say({ text: outcome.error.message, isProblem: true })
  }
  const clear = async ({ index, text }: Item) => {
    const outcome = await act('clear_inbox_item', { vault_id: vault, index, text, confirm: true })
    inbox.reload()
    if (outcome.kind === 'failed') {
      const { code, message } = outcome.error
      // Items are known by numbers that no one sees.
      const isMoved = code === 'CONFLICT' || code === 'NOT_FOUND'
      say({ text: isMoved ? movedOn : message, isProblem: true })
    } else say({ text: 'Cleared.', ...undoAction({ act, say }, vault, outcome.result, inbox.reload) })
  }
  // It lies outside of what the person may see.
  if (inbox.error?.code === 'PERMISSION_DENIED') return null
  return html`<section class="card">
    <h2>Inbox <span class="quiet">${vaultName(vaults, vault)}</span></h2>
    ${
      (mayWrite || thought() !== '') &&
      html`<form class="add-line" onSubmit=${add}>
        <input
          value=${thought()}
          onInput=${(event: Event) => keep(valueOf(event))}
          aria-label="A thought for the inbox"
          placeholder="A thought, to be filed later"
          dir="auto"
        />
        <button class="button" type="submit">Add</button>
      </form>`
    }
    ${sent !== undefined && html`<p class="problem" role="status">${sayUnknown(sent)}</p>`}
    ${loadedPart(inbox, ({ items, path }) =>
      items.length === 0
        ? html`<p class="quiet">The inbox is empty.</p>`
        : html`<div>
            <ul class="plain-list inbox-list">
              ${items.map(
                (item) =>
                  html`<li key=${`${item.index} ${item.text}`}>
                    <div class="inbox-text" dir="auto">
                      ${item.text}
                      ${item.timestamp !== null && html`<div class="quiet">${item.timestamp}</div>`}
                    </div>
                    ${
                      mayWrite &&
                      html`<button
                        class="link-button"
                        type="button"
                        aria-label=${`Clear: ${item.text.slice(0, 80)}`}
                        onClick=${() => void clear(item)}
                      >
                        Clear
                      </button>`
                    }
                  </li>`,
              )}
            </ul>
            <a href=${noteAddress(vault, path)}>Open ${path}</a>
          </div>`,
    )}
  </section>`
}
