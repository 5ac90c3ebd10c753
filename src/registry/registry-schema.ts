import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { readAddress } from '../model/address.ts'
import type { DeepReadonly } from '../model/deep-readonly.ts'
import { isVaultId } from '../model/ids.ts'
import { oauthSchema } from './oauth-schema.ts'

/** `config.yml` in the platform's config directory: the vaults that this user has. See `config.example.yml`. */
export type RegistryConfig = DeepReadonly<z.infer<typeof registrySchema>>
export type VaultEntry = RegistryConfig['vaults'][string]
export type LogLevel = RegistryConfig['mcp_server']['log_level']

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
    /** ISO time. */
    last_used: text.exactOptional(),
  },
  'name: and path:, indented below it',
)

/** Each key of the registry with its default. */
export const registrySchema = z.strictObject({
  vaults: z
    .record(
      // Looked up by whatever a caller names: its keys are plain text.
      z.string().refine((id): boolean => isVaultId(id), 'up to 64 of a–z, 0–9, - and _, such as work-notes'),
      vaultEntry,
      section,
    )
    .prefault({}),
  current_vault: text.nullable().default(null),
  registry: z
    .strictObject(
      {
        /** Folders whose direct subfolders are vaults, each under its slugged name. */
        roots: z.array(folder, 'a list of such paths: ["~/vaults"]').default([]),
      },
      section,
    )
    .prefault({}),
  search: z
    .strictObject(
      {
        /** The id of an embedding model, the path of a folder with one, or `none`. A vault's own setting wins. */
        model: z
          .string(model)
          .refine((value) => /^[a-z0-9][a-z0-9.-]*$/.test(value) || isWholePath(value), model)
          .default('use-lite-en-v1'),
        /** Where downloaded models are kept; null is the platform's cache folder. */
        models_folder: folder.nullable().default(null),
        /** True while nothing is embedded in the background. */
        paused: z.boolean('true or false').default(false),
      },
      section,
    )
    .prefault({}),
  ingest: z
    .strictObject(
      {
        /** Origins that may be fetched though their addresses are private. */
        allow_private: z.array(z.string(origins).refine(isOrigin, origins), origins).default([]),
      },
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
        /** Where health, readiness and metrics are told; null is nowhere. */
        metrics: z
          .string(metrics)
          .refine((text) => readAddress(text) !== null, metrics)
          .nullable()
          .default(null),
        /** Null takes flint's own tokens alone. */
        oauth: z.lazy(oauthSchema).nullable().default(null),
      },
      section,
    )
    .prefault({}),
  /** What `flint serve --http --cluster` joins. */
  cluster: z
    .strictObject(
      {
        /** The PostgreSQL that servers share; null where `--cluster` names it. It may hold a password. */
        url: z.string(store).nullable().default(null),
        schema: z
          .string(schema)
          .regex(/^[a-z_][a-z0-9_]{0,62}$/, schema)
          .default('flint'),
        /** Host and port where other servers reach this one. */
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
