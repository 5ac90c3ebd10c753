import { z } from 'zod'
import { unknownTool } from '../../call/call-tool.ts'
import { toolSchema } from '../../call/tool-schema.ts'
import type { VaultError } from '../../model/vault-error.ts'
import { toPerson } from '../to-person.ts'
import type { Tool } from '../../call/tool.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { formatTable } from '../table.ts'

/** `flint tools` and `flint tools NAME` */
export async function tools({ name, dialect }: Given<'tools'>, cli: Cli): Promise<Outcome> {
  const app = await cli.app()
  const all = await app.tools(dialect)
  if (name === undefined) return listTools(all, cli)
  const tool = all.find((candidate) => candidate.name === name)
  if (tool === undefined) throw noSuchTool(all, name, dialect)
  return showTool(tool, cli)
}

export function noSuchTool(all: readonly Tool[], name: string, dialect: string | undefined): VaultError {
  return unknownTool(all, name, toPerson({ kind: 'list-tools', dialect: dialect ?? null }))
}

function listTools(all: readonly Tool[], { terminal: { paint } }: Cli): Outcome {
  const rows = all.map(({ name, toolset, title, annotations }) => [
    paint('bold', name),
    toolset,
    annotations.readOnlyHint ? 'reads' : annotations.destructiveHint ? paint('yellow', 'deletes') : 'writes',
    title,
  ])
  return {
    data: {
      tools: all.map(({ name, toolset, title, description, annotations }) => ({
        name,
        toolset,
        title,
        description,
        annotations,
      })),
    },
    text: formatTable([['TOOL', 'TOOLSET', 'DOES', 'TITLE'].map((title) => paint('dim', title)), ...rows]),
  }
}

const parameters = z.object({
  properties: z.record(
    z.string(),
    z.object({
      type: z.union([z.string(), z.array(z.string())]).optional(),
      enum: z.array(z.unknown()).optional(),
      description: z.string().default(''),
    }),
  ),
  required: z.array(z.string()).default([]),
})

function showTool(tool: Tool, { terminal: { paint } }: Cli): Outcome {
  const { name, title, toolset, description, annotations } = tool
  const inputSchema = toolSchema(tool)
  const { properties, required } = parameters.parse(inputSchema)
  const rows = Object.entries(properties).map(([key, { type, enum: values, description: about }]) => [
    `  ${paint('bold', key)}${required.includes(key) ? '' : '?'}`,
    values === undefined ? [type ?? 'any'].flat().join(' or ') : values.map(String).join(' | '),
    about,
  ])
  return {
    data: { name, title, toolset, description, annotations, inputSchema },
    text: [
      `${paint('bold', name)}  ${paint('dim', toolset)}`,
      description,
      '',
      ...(rows.length === 0
        ? ['It takes no parameters.']
        : ['Parameters (? may be left out):', formatTable(rows)]),
    ].join('\n'),
  }
}
