import { join } from 'node:path'
import { z } from 'zod'
import { isCleanRelativePath } from '../model/ids.ts'
import type { VaultPlace } from '../model/known-vault.ts'
import { parseJson as parseJsonOrNull } from '../model/parse-json.ts'
import { checkConfig } from './check-config.ts'
import { excludedProblem } from '../files/excluded-files.ts'
import { isFolder } from '../files/is-folder.ts'
import { describeReadError } from '../files/read-text.ts'
import { readSettingsFile } from './read-settings-file.ts'

export const defaultTemplateFormats = { date: 'YYYY-MM-DD', time: 'HH:mm' }

const appFile = '.obsidian/app.json'
const dailyFile = '.obsidian/daily-notes.json'
const pluginsFile = '.obsidian/community-plugins.json'
const periodicFile = '.obsidian/plugins/periodic-notes/data.json'
const templatesFile = '.obsidian/templates.json'
/** What decides on daily notes. */
const dailyFiles: readonly string[] = [dailyFile, periodicFile, pluginsFile]
export const obsidianFiles: readonly string[] = [appFile, templatesFile, ...dailyFiles]

/** Those that are about daily notes. */
export function ofDailyNotes(files: readonly string[]): readonly string[] {
  return files.filter((file) => dailyFiles.includes(file))
}

/** Which of these files are there and cannot be read, as in the middle of being written. */
export async function halfWritten(place: VaultPlace, files: readonly string[]): Promise<readonly string[]> {
  const areWhole = await Promise.all(
    files.map(async (file) => {
      try {
        const content = await readSettingsFile(place, file)
        if (content !== null) JSON.parse(content)
        return true
      } catch {
        return false
      }
    }),
  )
  return files.filter((_, at) => areWhole[at] === false)
}

/** What `.obsidian/` says; null where the vault has no such folder. */
export async function readObsidianSettings(place: VaultPlace) {
  if (!(await isFolder(join(place.root, '.obsidian')))) return null
  const [app, daily, periodic, templates, mayBeOn] = await Promise.all([
    readJson(place, appFile, appSchema),
    readJson(place, dailyFile, dailySchema),
    readJson(place, periodicFile, periodicSchema),
    readJson(place, templatesFile, templatesSchema),
    isPluginOn(place, 'periodic-notes'),
  ])
  const problems = [app, daily, periodic, templates].flatMap((reading) => reading.problems)
  const excluded = app.value.userIgnoreFilters.filter((filter) => filter !== '')
  for (const filter of excluded) {
    const problem = excludedProblem(filter)
    if (problem === null) continue
    problems.push(
      `.obsidian/app.json: ${filter} in the excluded files has no effect here, for ${problem}; exclude a path instead.`,
    )
  }
  // The plugin takes the place of the core one where it is told to care for daily notes.
  const { enabled: isWanted, ...own } = periodic.value.daily
  // One that is turned off keeps its settings.
  const enabled = isWanted && mayBeOn
  const dailyNotes = enabled ? own : daily.value
  const file = enabled ? periodicFile : dailyFile
  const said = (name: keyof typeof dailyShape) => `${file}: ${name} "${dailyNotes[name]}"`
  return {
    excluded,
    linkStyle: app.value.useMarkdownLinks ? ('markdown' as const) : ('wikilink' as const),
    linkPath: app.value.newLinkFormat,
    // Beside the note that is open, of which there is none here, is the root.
    newNoteFolder:
      app.value.newFileLocation === 'folder' ? (insideVault(app.value.newFileFolderPath) ?? '') : '',
    attachmentsFolder: attachmentsFolder(app.value.attachmentFolderPath),
    daily: {
      folder:
        enabled || daily.exists ? { value: insideVault(dailyNotes.folder), said: said('folder') } : null,
      format: dailyNotes.format === '' ? null : { value: dailyNotes.format, said: said('format') },
      template:
        insideVault(dailyNotes.template) === ''
          ? null
          : { value: notePath(dailyNotes.template), said: said('template') },
    },
    templatesFolder: templates.exists ? insideVault(templates.value.folder) : null,
    templateFormats: {
      date: templates.value.dateFormat || defaultTemplateFormats.date,
      time: templates.value.timeFormat || defaultTemplateFormats.time,
    },
    dailyProblems: [...(enabled ? [] : daily.problems), ...periodic.problems],
    problems,
  }
}

const text = z.string('text')
const dailyShape = { folder: text.default(''), format: text.default(''), template: text.default('') }
const dailySchema = z.object(dailyShape)
const periodicSchema = z.object({
  daily: z.object({ enabled: z.boolean('true or false').default(false), ...dailyShape }).prefault({}),
})
const appSchema = z.object({
  userIgnoreFilters: z.array(text, 'a list of paths').default([]),
  useMarkdownLinks: z.boolean('true or false').default(false),
  newLinkFormat: z
    .enum(['shortest', 'relative', 'absolute'], 'shortest, relative or absolute')
    .default('shortest'),
  newFileLocation: z.enum(['root', 'current', 'folder'], 'root, current or folder').default('root'),
  newFileFolderPath: text.default(''),
  attachmentFolderPath: text.default(''),
})

const templatesSchema = z.object({
  folder: text.default(''),
  dateFormat: text.default(''),
  timeFormat: text.default(''),
})

async function readJson<Value>(place: VaultPlace, file: string, schema: z.ZodType<Value>) {
  try {
    const content = await readSettingsFile(place, file)
    const { config, problems } = checkConfig(content === null ? {} : parseJson(content), { schema })
    return {
      value: config,
      exists: content !== null,
      problems: problems.map((problem) => `${file}: ${problem}`),
    }
  } catch (error) {
    const problem =
      error instanceof SyntaxError ? `\`${file}\` is not valid JSON.` : describeReadError(file, error)
    return { value: schema.parse({}), exists: true, problems: [problem] }
  }
}

/** False where the list of plugins that are on is there and does not name it. */
async function isPluginOn(place: VaultPlace, id: string): Promise<boolean> {
  const content = await readSettingsFile(place, pluginsFile).catch(() => null)
  const names = content === null ? null : parseJsonOrNull(content)
  return !Array.isArray(names) || names.includes(id)
}

/** An empty file, as synchronising tools leave behind, says nothing. */
function parseJson(content: string): unknown {
  return content.trim() === '' ? {} : JSON.parse(content)
}

/** Obsidian writes `/` for the vault's root, which is `''` here; null for a path that leads out of the vault. */
function insideVault(path: string): string | null {
  const trimmed = path.replace(/^\/|\/$/g, '')
  return trimmed === '' || isCleanRelativePath(trimmed) ? trimmed : null
}

/** `./` is the note's own folder. */
function attachmentsFolder(path: string): string | null {
  if (path === '') return null
  return path.startsWith('./') ? path : insideVault(path)
}

function notePath(path: string): string | null {
  const inside = insideVault(path)
  if (inside === null || inside === '') return null
  return inside.endsWith('.md') ? inside : `${inside}.md`
}
