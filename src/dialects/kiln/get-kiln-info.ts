import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { getVaultInfo } from '../../tools/vaults/get-vault-info.ts'
import { callOurs, defineDialectTool } from '../define-dialect-tool.ts'
import { folderName } from '../find-by-folder.ts'
import { kilnDialect, success } from './kiln-dialect.ts'

export const getKilnInfo = defineDialectTool(kilnDialect, {
  name: 'get_kiln_info',
  title: 'State of the kiln',
  description:
    'Root URI of the kiln and counts of its notes, bytes and words; with detailed also index and health.',
  like: getVaultInfo,
  input: z.strictObject({ detailed: z.boolean().default(false).describe('Index and health, too.') }),
  output: z.object({
    success,
    name: z.string(),
    root: z.string(),
    roots: z.array(z.object({ uri: z.string(), name: z.string() })),
    note_count: z.number().nullable(),
    total_size_bytes: z.number().nullable(),
    word_count: z.number().nullable(),
    index: z.looseObject({}).optional(),
    health: z
      .object({
        broken_links: z.number().nullable(),
        unparsable: z.array(z.unknown()),
        settings_problems: z.array(z.string()),
      })
      .optional(),
  }),
  async run({ detailed }, vault, ctx) {
    const info = await callOurs(getVaultInfo, { detailed }, { vault, ctx })
    const { stats } = info
    const name = folderName(vault)
    return {
      success: true,
      name,
      root: info.root,
      roots: [{ uri: pathToFileURL(vault.root).href, name }],
      note_count: stats?.notes ?? null,
      total_size_bytes: stats?.bytes ?? null,
      word_count: stats?.words ?? null,
      ...(info.index !== undefined && { index: info.index }),
      ...(detailed && {
        health: {
          broken_links: stats?.broken_links ?? null,
          unparsable: info.unparsable ?? [],
          settings_problems: info.settings_problems ?? [],
        },
      }),
    }
  },
})
