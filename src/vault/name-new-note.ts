import { randomInt } from 'node:crypto'
import { isoMoment } from '../model/is-iso-date.ts'
import { legalFileName } from '../markdown/text/legal-file-name.ts'
import { renderZkTemplate, type RenderedTemplate } from '../markdown/template/render-zk-template.ts'
import { pathIn } from '../model/note-path.ts'
import type { VaultSettings, ZkIdRule, ZkNoteRule } from '../model/vault-settings.ts'
import { noteFileName } from './note-file-name.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import { zkRuleFor } from '../settings/zk-rule.ts'

export interface NoteName {
  /** Relative to the folder; a zk template may add folders of its own. */
  readonly path: string
  /** The value of `{{id}}` in its template. */
  readonly id: string
  readonly warnings: readonly string[]
}

// As often as zk itself tries another id.
const mostTries = 50

/** The file name of a new note by the vault's own rule: Obsidian's title, zk's template, else zk's slug of it. */
export async function nameNewNote(
  note: { readonly title: string; readonly folder: string; readonly now: Date },
  settings: VaultSettings,
  files: VaultFiles,
): Promise<NoteName> {
  const { title, folder, now } = note
  const rule = zkRuleFor(folder, settings)
  const id = () => (rule === null ? '' : makeId(rule.id))
  if (settings.filename === 'title' || rule?.filename == null)
    return { path: noteFileName(title, settings), id: id(), warnings: [] }
  const warnings =
    rule.extension === 'md' ? [] : [`zk is told to make .${rule.extension} files; notes of flint end in .md.`]
  for (let tries = 1; ; tries += 1) {
    const values = {
      title,
      folder,
      id: id(),
      now: isoMoment(title) ?? now,
    }
    const rendered = await renderZkName(rule, values, settings)
    const path = `${rendered.text.split('/').map(legalFileName).join('/')}.md`
    const isFree = !rendered.used.has('id') || !(await files.exists(pathIn(folder, path)))
    if (isFree || tries >= mostTries)
      return { path, id: values.id, warnings: [...warnings, ...rendered.warnings] }
  }
}

/** What a zk rule makes of a title, folders and all, as it stands in the template; without a template zk's slug. */
export async function renderZkName(
  { filename, extra }: ZkNoteRule,
  note: { readonly title: string; readonly folder: string; readonly id: string; readonly now: Date },
  { zk }: VaultSettings,
): Promise<RenderedTemplate> {
  const { title, folder, ...values } = note
  return await renderZkTemplate(filename ?? '{{slug title}}', {
    name: '.zk/config.toml (filename)',
    language: zk?.language,
    // A slash in a title makes no folder.
    values: { ...values, title: title.replace(/[/\\]/g, '-'), content: '', dir: folder, extra },
  })
}

/** The value of `{{id}}`. */
export function makeId({ characters, length }: ZkIdRule): string {
  const all = Array.from(characters)
  return Array.from({ length }, () => all[randomInt(all.length)] ?? '').join('')
}
