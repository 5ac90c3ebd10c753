import { h } from 'preact'
import { html } from '../html.ts'
import { Dialog } from './dialog.ts'
import { entries } from './navigation.ts'

export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const rows: readonly (readonly [readonly string[], string])[] = [
    [['/'], 'Search'],
    ...entries.map(({ key, label }) => [['g', key], label] as const),
    [['j', 'k'], 'Next and previous in a list'],
    [['Enter'], 'Open'],
    [['↓', '↑'], 'Through the results of a search'],
    [['e'], 'Edit the note'],
    [['Ctrl', 'S'], 'Look at what you have changed, then save it'],
    [['Esc'], 'Close, or leave a field'],
    [['?'], 'These keys'],
  ]
  return h(Dialog, {
    title: 'Keys',
    onClose,
    children: html`<dl class="keys">
      ${rows.map(
        ([keys, meaning]) =>
          html`<div key=${meaning}>
            <dt>${keys.map((key) => html`<kbd key=${key}>${key}</kbd>`)}</dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>`,
  })
}
