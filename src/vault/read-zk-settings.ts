import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isCleanRelativePath } from '../model/ids.ts'
import type { VaultSettings, ZkGroup, ZkSettings } from '../model/vault-config.ts'
import { checkConfig, type ConfigReading } from './check-config.ts'
import { describeReadError, readText } from './read-text.ts'
import { toMomentFormat } from './to-moment-format.ts'

export interface ZkReading extends Pick<
  VaultSettings,
  'ignore' | 'linkStyle' | 'dailyFolder' | 'dailyFormat' | 'dailyTemplate' | 'templatesFolder' | 'problems'
> {
  readonly zk: ZkSettings
}

/** What `.zk/` says; null where the vault has no such folder. */
export async function readZkSettings(root: string): Promise<ZkReading | null> {
  const isFolder = await stat(join(root, '.zk')).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!isFolder) return null

  const { config, problems } = await readToml(root)
  const { note, group, format } = config
  const groups = Object.entries(group).map(([name, { paths, note: own }]): ZkGroup => {
    return {
      name,
      paths: paths ?? [name],
      filename: own.filename ?? null,
      extension: own.extension ?? note.extension,
      template: templatePath(own.template) ?? templatePath(note.template),
    }
  })
  const daily = groups.find(({ name }) => name === 'daily') ?? groups.find(({ name }) => name === 'journal')
  return {
    ignore: note.ignore,
    // zk's own default; any other template that writes brackets makes wikilinks.
    linkStyle: /^wiki$|\[\[/.test(format.markdown['link-format']) ? 'wikilink' : 'markdown',
    dailyFolder: daily?.paths.find((path) => isCleanRelativePath(path) && !/[*?[{]/.test(path)) ?? null,
    dailyFormat: daily?.filename == null ? null : toMomentFormat(daily.filename),
    dailyTemplate: daily?.template ?? null,
    templatesFolder: '.zk/templates',
    zk: {
      defaultTitle: note['default-title'],
      language: note.language,
      filename: note.filename ?? null,
      extension: note.extension,
      template: templatePath(note.template),
      groups,
    },
    problems,
  }
}

const text = z.string('text')
const texts = z.array(text, 'a list of texts')
const configSchema = z.object({
  note: z
    .object({
      language: text.default('en'),
      'default-title': text.default('Untitled'),
      filename: text.optional(),
      extension: text.default('md'),
      template: text.optional(),
      ignore: texts.default([]),
    })
    .prefault({}),
  group: z
    .record(
      z.string(),
      z.object({
        paths: texts.optional(),
        note: z
          .object({ filename: text.optional(), extension: text.optional(), template: text.optional() })
          .prefault({}),
      }),
    )
    .prefault({}),
  format: z
    .object({ markdown: z.object({ 'link-format': text.default('markdown') }).prefault({}) })
    .prefault({}),
})

/** smol-toml is loaded only for a vault that has such a file. */
async function readToml(
  root: string,
): Promise<Pick<ConfigReading<z.infer<typeof configSchema>>, 'config' | 'problems'>> {
  const name = '.zk/config.toml'
  const shape = { schema: configSchema, accepted: {} }
  const none = checkConfig({}, shape)
  let content: string | null
  try {
    content = await readText(join(root, name))
  } catch (error) {
    return { ...none, problems: [describeReadError(name, error)] }
  }
  if (content === null) return none
  const { parse, TomlError } = await import('smol-toml')
  try {
    const { config, problems } = checkConfig(parse(content), shape)
    return { config, problems: problems.map((problem) => `${name}: ${problem}`) }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [reason] = error.message.split('\n')
    return { ...none, problems: [`${name} is not valid TOML at line ${error.line}: ${reason ?? ''}`] }
  }
}

/** zk looks for templates in `.zk/templates/`; one outside the vault is not ours to read. */
function templatePath(template: string | undefined): string | null {
  return template !== undefined && isCleanRelativePath(template) ? `.zk/templates/${template}` : null
}
