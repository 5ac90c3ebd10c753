import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { readAddress } from '../model/address.ts'
import { isVaultId } from '../model/ids.ts'
import type { RegistryConfig } from '../model/registry-config.ts'
import { oauthSchema } from './oauth-schema.ts'

// The messages complete the sentence "`key` is …; write MESSAGE."
const text = z.string('text, in quotes where it looks like a number')
const port = 'a port number from 0 to 65535'
const section = 'keys and values, indented below it'

const wholePath = 'the whole path of a folder, beginning with / or ~/ (or a drive letter)'
const folder = z.string(wholePath).refine(isWholePath, wholePath)
const model = 'the id of a model that flint knows, none, or the whole path of a folder with one'

const metrics = 'an address and a port: 127.0.0.1:1066'
const origins = 'a list of addresses without a path: ["http://wiki.intern:8080"]'

const store = 'the address of a PostgreSQL, postgres://USER:PASSWORD@HOST:5432/DATABASE, or null'
const schema = 'lower-case letters, digits and _: flint'
const inner = 'a host and a port, such as 10.0.0.5:1066'

const vaultEntry = z.strictObject(
  {
    name: text.min(1, 'text that is not empty'),
    path: folder,
    description: text.exactOptional(),
    last_used: text.exactOptional(),
  },
  'name: and path:, indented below it',
)

/** `config.yml` of the registry, each key with its default. */
export const registrySchema: z.ZodType<RegistryConfig> = z.strictObject({
  vaults: z
    .record(
      z.string().refine(isVaultId, 'up to 64 of a–z, 0–9, - and _, such as work-notes'),
      vaultEntry,
      section,
    )
    .prefault({}),
  current_vault: text.nullable().default(null),
  registry: z
    .strictObject({ roots: z.array(folder, 'a list of such paths: ["~/vaults"]').default([]) }, section)
    .prefault({}),
  search: z
    .strictObject(
      {
        model: z
          .string(model)
          .refine((value) => /^[a-z0-9][a-z0-9.-]*$/.test(value) || isWholePath(value), model)
          .default('use-lite-en-v1'),
        models_folder: folder.nullable().default(null),
        paused: z.boolean('true or false').default(false),
      },
      section,
    )
    .prefault({}),
  ingest: z
    .strictObject(
      { allow_private: z.array(z.string(origins).refine(isOrigin, origins), origins).default([]) },
      section,
    )
    .prefault({}),
  mcp_server: z
    .strictObject(
      {
        port: z.int(port).min(0, port).max(65_535, port).default(1065),
        log_level: z
          .enum(['silent', 'error', 'warn', 'info', 'debug'], 'silent, error, warn, info or debug')
          .default('info'),
        metrics: z
          .string(metrics)
          .refine((text) => readAddress(text) !== null, metrics)
          .nullable()
          .default(null),
        oauth: z.lazy(oauthSchema).nullable().default(null),
      },
      section,
    )
    .prefault({}),
  cluster: z
    .strictObject(
      {
        url: z.string(store).nullable().default(null),
        schema: z
          .string(schema)
          .regex(/^[a-z_][a-z0-9_]{0,62}$/, schema)
          .default('flint'),
        inner: z
          .string(inner)
          .regex(/^[^\s/]+:\d{1,5}$/, inner)
          .default('127.0.0.1:0'),
      },
      section,
    )
    .prefault({}),
})

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text
}

function isWholePath(path: string): boolean {
  return /^~(?=$|[/\\])/.test(path) || isAbsolute(path)
}
