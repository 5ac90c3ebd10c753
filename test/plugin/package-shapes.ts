import { z } from 'zod'

/** A version as npm takes it: exact, no range and no tag. */
const version = z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/)

const input = {
  description: z.string().min(1),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  value: z.string().optional(),
  default: z.string().optional(),
}

const argument = z.union([
  z.strictObject({ ...input, type: z.literal('positional'), value: z.string() }),
  z.strictObject({ ...input, type: z.literal('positional'), valueHint: z.string() }),
  z.strictObject({ ...input, type: z.literal('named'), name: z.string().startsWith('-') }),
])

/** server.json, as the MCP registry documents it: what we use of the schema of 2025-12-11, and nothing else. */
export const serverJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version,
  packages: z.tuple([
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version,
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(argument),
      environmentVariables: z.array(z.strictObject({ ...input, name: z.string().regex(/^[A-Z_]+$/) })),
    }),
  ]),
})

/** The manifest of an .mcpb bundle, version 0.3, as far as we use it. */
export const bundleManifest = z.strictObject({
  manifest_version: z.literal('0.3'),
  name: z.string(),
  display_name: z.string(),
  version,
  description: z.string().max(200),
  long_description: z.string(),
  author: z.strictObject({ name: z.string() }),
  license: z.string(),
  keywords: z.array(z.string()),
  server: z.strictObject({
    type: z.literal('node'),
    entry_point: z.string(),
    mcp_config: z.strictObject({ command: z.literal('node'), args: z.array(z.string()) }),
  }),
  tools_generated: z.literal(true),
  prompts_generated: z.literal(true),
  user_config: z.record(
    z.string(),
    z.strictObject({
      type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
      title: z.string(),
      description: z.string(),
      required: z.boolean(),
    }),
  ),
  compatibility: z.strictObject({
    platforms: z.array(z.enum(['darwin', 'win32', 'linux'])),
    runtimes: z.strictObject({ node: z.string() }),
  }),
})

/** A Claude Code plugin's manifest, its servers, and the marketplace that lists it. */
export const pluginManifest = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  version,
  description: z.string(),
  author: z.strictObject({ name: z.string() }),
  license: z.string(),
  keywords: z.array(z.string()),
})

export const pluginServers = z.strictObject({
  mcpServers: z.strictObject({ flint: z.strictObject({ command: z.string(), args: z.array(z.string()) }) }),
})

export const marketplace = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  owner: z.strictObject({ name: z.string() }),
  metadata: z.strictObject({ description: z.string() }),
  plugins: z.tuple([
    z.strictObject({
      name: z.string(),
      source: z.string().startsWith('./'),
      description: z.string(),
      version,
      license: z.string(),
      category: z.string(),
      keywords: z.array(z.string()),
    }),
  ]),
})

export const packageJson = z.looseObject({
  name: z.string(),
  version,
  license: z.string(),
  mcpName: z.string(),
  bin: z.record(z.string(), z.string()),
  engines: z.object({ node: z.string() }),
})
