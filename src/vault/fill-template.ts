import { isDeepStrictEqual } from 'node:util'
import { editFrontmatter } from '../markdown/edit/edit-frontmatter.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import { renderObsidianTemplate } from '../markdown/template/render-obsidian-template.ts'
import { renderZkTemplate } from '../markdown/template/render-zk-template.ts'
import { withLineEnds } from '../markdown/text/with-line-ends.ts'
import { parseJson } from '../model/parse-json.ts'
import type { ParsedNote } from '../model/parsed-note.ts'
import { applyEdits } from '../model/text-edit.ts'
import { VaultError } from '../model/vault-error.ts'
import type { NoteTemplate } from './find-template.ts'

export interface TemplateValues {
  readonly title: string
  readonly content: string
  /** Vault-relative; `''` is the vault's root. */
  readonly folder: string
  /** File name without its extension. */
  readonly stem: string
  readonly id: string
  readonly extra: Readonly<Record<string, unknown>>
  /** The moment that the note is about: another day for yesterday's daily note. */
  readonly now: Date
  /** That of a zk notebook. */
  readonly language: string | undefined
  readonly formats: { readonly date: string; readonly time: string }
}

/** A filled template: a whole note with readable frontmatter. */
export interface FilledTemplate {
  readonly text: string
  readonly parsed: ParsedNote
  readonly warnings: readonly string[]
}

/**
 * Fills in a template, with line ends as it has them; content that it has no place for is appended. Fails with ZK_ERROR;
 * writes nothing.
 */
export async function fillTemplate(template: NoteTemplate, values: TemplateValues): Promise<FilledTemplate> {
  const plain = await fill(template, values, values.title)
  const { frontmatter } = parseNote(plain.text)
  const isRead = frontmatter.problem === null
  const meant = isRead && isPlain.test(values.title) ? null : await propertiesMeant(template, values)
  const filled =
    isRead && hasAll(frontmatter.data, meant?.changes ?? {})
      ? plain.text
      : (await readableFrontmatter(template, values, meant)) + plain.text.slice(frontmatter.bodyStart)
  const text = withLineEnds(filled, template.source)
  return { text, parsed: parseNote(text), warnings: plain.warnings }
}

type Properties = Readonly<Record<string, unknown>>

/** No title is this word, and what a template makes of a title makes another word of it. */
const standIn = 'FlintStandIn'

/** The properties with the title wherever the template puts it; null where the template makes none that can be read. */
async function propertiesMeant(template: NoteTemplate, values: TemplateValues) {
  const { text } = await fill(template, values, standIn)
  const { data, problem } = parseNote(text).frontmatter
  if (problem !== null) return null
  const withTitle = (value: unknown) =>
    parseJson(JSON.stringify(value).replaceAll(standIn, () => JSON.stringify(values.title).slice(1, -1)))
  const changes = Object.entries(data).filter(([, value]) => JSON.stringify(value).includes(standIn))
  return { text, changes: Object.fromEntries(changes.map(([key, value]) => [key, withTitle(value)])) }
}

/** A title that YAML takes for nothing but a text, wherever it stands. */
const isPlain = /^\p{L}[\p{L}\p{N} _-]*$/u

/** Whether the title became what the template means it to be: `Re: plan` in a list may have become a mapping. */
function hasAll(data: Properties, meant: Properties): boolean {
  return Object.entries(meant).every(([key, value]) => isDeepStrictEqual(data[key], value))
}

/** A title with quotes or a colon can break the YAML it is put into: then the values are quoted. */
async function readableFrontmatter(
  template: NoteTemplate,
  values: TemplateValues,
  meant: Awaited<ReturnType<typeof propertiesMeant>>,
): Promise<string> {
  const { title } = values
  const inDouble = title.replace(/["\\]/g, '\\$&')
  for (const written of [inDouble, title.replaceAll("'", "''"), `"${inDouble}"`]) {
    const { text } = await fill(template, values, written)
    const { problem, bodyStart, data } = parseNote(text).frontmatter
    if (problem === null && hasAll(data, meant?.changes ?? {})) return text.slice(0, bodyStart)
  }
  if (meant !== null) {
    const text = applyEdits(meant.text, editFrontmatter(meant.text, meant.changes)).replaceAll(
      standIn,
      () => title,
    )
    const { problem, bodyStart } = parseNote(text).frontmatter
    if (problem === null) return text.slice(0, bodyStart)
  }
  const { frontmatter } = parseNote((await fill(template, values, title)).text)
  throw new VaultError(
    'ZK_ERROR',
    `The template ${template.name} does not make a valid frontmatter: ${frontmatter.problem ?? ''}`,
    {
      template: template.name,
      hint: 'Correct the template, or call again with content and without template.',
    },
  )
}

async function fill(
  { name, source, dialect }: NoteTemplate,
  { content, now, language, formats, ...values }: TemplateValues,
  title: string,
): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
  if (dialect === 'obsidian') {
    const text = renderObsidianTemplate(source, {
      title,
      now,
      dateFormat: formats.date,
      timeFormat: formats.time,
    })
    return { text: followedBy(text, content), warnings: templaterWarnings(name, source) }
  }
  const { folder, stem, id, extra } = values
  const { text, used, warnings } = await renderZkTemplate(source, {
    name,
    language,
    values: { title, content, dir: folder, id, extra, now, filename: `${stem}.md`, 'filename-stem': stem },
  })
  return {
    text: used.has('content') ? text : followedBy(text, content),
    warnings: [...warnings, ...templaterWarnings(name, source)],
  }
}

function followedBy(text: string, content: string): string {
  if (content === '') return text
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${/\n\r?\n$/.test(text) || text === '' ? '' : '\n'}${content}`
}

function templaterWarnings(name: string, source: string): readonly string[] {
  if (!/<%[\s\S]*?%>/.test(source)) return []
  return [
    `${name} has commands of Templater (<% %>), which only Obsidian runs: they stand in the note as they are.`,
  ]
}
