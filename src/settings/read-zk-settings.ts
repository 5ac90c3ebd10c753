import { join } from 'node:path'
import { z } from 'zod'
import { isCleanRelativePath } from '../model/ids.ts'
import type { VaultPlace } from '../model/known-vault.ts'
import { fileNameOf, pathIn } from '../model/note-path.ts'
import type { ZkGroup, ZkIdRule } from '../model/vault-settings.ts'
import { checkConfig, showValue } from './check-config.ts'
import { isFolder } from '../files/is-folder.ts'
import { describeReadError } from '../files/read-text.ts'
import { readSettingsFile } from './read-settings-file.ts'
import { toMomentFormat } from './to-moment-format.ts'
import type { DailySettings } from './usable-daily.ts'
import { defined } from '../model/defined.ts'

/** What `.zk/` says; null where the vault has no such folder. */
export async function readZkSettings(place: VaultPlace) {
  if (!(await isFolder(join(place.root, '.zk')))) return null
  const { config, problems, source, fault } = await readToml(place)
  const { note, group, format, extra } = config
  const groups = Object.entries(group).map(([name, { paths, note: own, extra: ownExtra }]): ZkGroup => ({
    name,
    paths: paths ?? [name],
    defaultTitle: own['default-title'] ?? note['default-title'],
    filename: own.filename ?? null,
    extension: own.extension ?? note.extension,
    template: templatePath(own.template) ?? templatePath(note.template),
    id: idRule({ ...note, ...defined(own) }),
    extra: { ...extra, ...ownExtra },
  }))
  return {
    ignore: [...note.ignore, ...note.exclude, ...excludedByGroups(group)],
    // zk's own default; any other template that writes brackets makes wikilinks.
    linkStyle: /^wiki$|\[\[/.test(format.markdown['link-format'])
      ? ('wikilink' as const)
      : ('markdown' as const),
    linkDropsExtension: format.markdown['link-drop-extension'],
    daily: dailyOf(config),
    templatesFolder: '.zk/templates',
    tagStyle: {
      hashtags: format.markdown.hashtags,
      colonTags: format.markdown['colon-tags'],
      multiwordTags: format.markdown['multiword-tags'],
      keywords: true,
    },
    zk: {
      defaultTitle: note['default-title'],
      language: note.language,
      filename: note.filename ?? null,
      extension: note.extension,
      template: templatePath(note.template),
      id: idRule(note),
      extra,
      groups,
      source,
    },
    problems,
    zkFault: fault,
  }
}

// A stranger's file of a few kilobytes could make millions of them.
const mostExcluded = 10_000

/** What a group leaves out lies in its folders. */
function excludedByGroups(groups: z.infer<typeof configSchema>['group']): readonly string[] {
  const excluded: string[] = []
  for (const [name, { paths = [name], note }] of Object.entries(groups))
    for (const glob of [...note.ignore, ...note.exclude])
      for (const path of paths) {
        if (excluded.length === mostExcluded) return excluded
        excluded.push(pathIn(path.replace(/\/$/, ''), glob.replace(/^\.?\//, '')))
      }
  return excluded
}

/** What the group for days says, be it `daily` or `journal`. */
function dailyOf({ note, group }: z.infer<typeof configSchema>): DailySettings {
  const name = ['daily', 'journal'].find((one) => Object.hasOwn(group, one))
  const own = name === undefined ? undefined : group[name]
  if (name === undefined || own === undefined) return { folder: null, format: null, template: null }
  const { paths = [name], note: ofGroup } = own
  const { filename } = ofGroup
  const template = ofGroup.template ?? note.template
  const said = (key: string, value: unknown) => `${zkConfig}: ${key} ${showValue(value)}`
  const key = `group.${name}.note`
  return {
    folder: { value: dailyFolderOf(paths), said: said(`group.${name}.paths`, paths) },
    format:
      filename === undefined
        ? null
        : { value: toMomentFormat(filename), said: said(`${key}.filename`, filename) },
    template:
      template === undefined
        ? null
        : {
            value: templatePath(template),
            said: said(`${ofGroup.template === undefined ? 'note' : key}.template`, template),
          },
  }
}

/** Of a group's folders the one for days, else the first; a pattern names none. */
function dailyFolderOf(paths: readonly string[]): string | null {
  const folders = paths.filter((path) => isCleanRelativePath(path) && !/[*?[{]/.test(path))
  return folders.find((folder) => /^daily$/i.test(fileNameOf(folder))) ?? folders[0] ?? null
}

const text = z.string('text')
const flag = z.boolean('true or false')
const texts = z.array(text, 'a list of texts')
const excludeKeys = {
  /** What zk calls `exclude` now. */
  ignore: texts.default([]),
  exclude: texts.default([]),
}
const idKeys = {
  'id-charset': text.optional(),
  'id-length': z
    .number('a number')
    .int('a whole number')
    .min(1, 'at least 1')
    .max(64, 'at most 64')
    .optional(),
  'id-case': z.enum(['lower', 'upper', 'mixed'], 'lower, upper or mixed').optional(),
}
const extraTexts = z.record(z.string(), text).default({})
const configSchema = z.object({
  extra: extraTexts,
  note: z
    .object({
      language: text.default('en'),
      'default-title': text.default('Untitled'),
      filename: text.optional(),
      extension: text.default('md'),
      template: text.optional(),
      ...excludeKeys,
      ...idKeys,
    })
    .prefault({}),
  group: z
    .record(
      z.string(),
      z.object({
        paths: texts.optional(),
        note: z
          .object({
            'default-title': text.optional(),
            filename: text.optional(),
            extension: text.optional(),
            template: text.optional(),
            ...excludeKeys,
            ...idKeys,
          })
          .prefault({}),
        extra: extraTexts,
      }),
    )
    .prefault({}),
  format: z
    .object({
      markdown: z
        .object({
          'link-format': text.default('markdown'),
          'link-drop-extension': flag.default(true),
          hashtags: flag.default(true),
          'colon-tags': flag.default(false),
          'multiword-tags': flag.default(false),
        })
        .prefault({}),
    })
    .prefault({}),
})

export const zkConfig = '.zk/config.toml'

/** smol-toml is loaded only for a vault that has such a file. */
async function readToml(place: VaultPlace) {
  const shape = { schema: configSchema }
  const none = { ...checkConfig({}, shape), source: null, fault: null }
  let content: string | null
  try {
    content = await readSettingsFile(place, zkConfig)
  } catch (error) {
    const fault = describeReadError(zkConfig, error)
    return { ...none, problems: [fault], fault }
  }
  if (content === null) return none
  const { parse, TomlError } = await import('smol-toml')
  try {
    const { config, problems } = checkConfig(parse(content), shape)
    return {
      config,
      problems: problems.map((problem) => `${zkConfig}: ${problem}`),
      source: content,
      fault: null,
    }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [reason] = error.message.split('\n')
    const fault = `${zkConfig} is not valid TOML at line ${error.line}: ${reason ?? ''}`
    return { ...none, problems: [fault], source: content, fault }
  }
}

const charsets: Readonly<Record<string, string>> = {
  alphanum: 'abcdefghijklmnopqrstuvwxyz0123456789',
  letters: 'abcdefghijklmnopqrstuvwxyz',
  numbers: '0123456789',
  hex: '0123456789abcdef',
}

/** zk's own default is four lower-case letters and digits; any other text is the characters themselves. */
function idRule(note: z.infer<z.ZodObject<typeof idKeys>>): ZkIdRule {
  const named = note['id-charset'] ?? 'alphanum'
  const lower = charsets[named] ?? (named.replace(/[\p{Cc}/\\]/gu, '') || 'abcdefghijklmnopqrstuvwxyz')
  const upper = lower.toUpperCase()
  const mixed = [...new Set(lower + upper)].join('')
  return {
    characters: { lower: lower.toLowerCase(), upper, mixed }[note['id-case'] ?? 'lower'],
    length: note['id-length'] ?? 4,
  }
}

/** zk looks for templates in `.zk/templates/`; one outside the vault is not ours to read. */
function templatePath(template: string | undefined): string | null {
  return template !== undefined && isCleanRelativePath(template) ? `.zk/templates/${template}` : null
}
