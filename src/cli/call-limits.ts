import { resolve } from 'node:path'
import { z } from 'zod'
import type { Bearer } from '../model/access-token.ts'
import { defined } from '../model/defined.ts'
import { parseJson } from '../model/parse-json.ts'
import { VaultError } from '../model/vault-error.ts'
import type { ToolChoice } from '../call/pick-tools.ts'
import { type Environment, expandHome } from '../registry/config-folder.ts'
import type { ScopeOptions } from './serve-scope.ts'

/** By which options a server answers its callers. */
export interface ServedBy {
  readonly choice: ToolChoice
  readonly scoped: ScopeOptions & { readonly env: Environment }
}

/** What the server that was called says of a call which another one answers: its options, and the right that it found. */
export interface CallLimits extends ServedBy {
  readonly bearer: CalledBearer
}

/** The bearer as the server knows them that was called. */
export type CalledBearer = Pick<Bearer, 'id' | 'vaults' | 'folder' | 'readOnly'>

// Strict: what a newer flint says beside this may be a limit.
const shape = z.strictObject({
  toolsets: z.array(z.string()).exactOptional(),
  tools: z.array(z.string()).exactOptional(),
  dialect: z.string().exactOptional(),
  readOnly: z.boolean(),
  scope: z.string().nullable(),
  cwd: z.string(),
  /** What VAULT_PATH names there; empty for nothing. */
  sandbox: z.string(),
  bearer: z.strictObject({
    id: z.string(),
    vaults: z.array(z.string()).nullable(),
    folder: z.string().nullable(),
    readOnly: z.boolean(),
  }),
})

/** As text that fits a header. */
export function writeCallLimits(
  { choice, scoped }: ServedBy,
  { id, vaults, folder, readOnly }: Bearer,
): string {
  const { scope, cwd, env } = scoped
  const sandbox = env['VAULT_PATH'] ?? ''
  const written: z.input<typeof shape> = {
    ...defined({ toolsets: choice.toolsets?.slice(), tools: choice.tools?.slice(), dialect: choice.dialect }),
    readOnly: choice.readOnly === true,
    scope,
    cwd,
    sandbox: sandbox === '' ? '' : resolve(cwd, expandHome(sandbox, env)),
    bearer: { id, vaults: vaults === null ? null : [...vaults], folder, readOnly },
  }
  return Buffer.from(JSON.stringify(written)).toString('base64url')
}

/** CLUSTER_UNAVAILABLE for what this version does not understand. */
export function readCallLimits(text: string): CallLimits {
  const read = shape.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!read.success) {
    throw new VaultError('CLUSTER_UNAVAILABLE', 'A server of another version has passed on this call.', {
      hint: 'Run the same version of flint on all servers.',
    })
  }
  const { scope, cwd, sandbox, bearer, ...choice } = read.data
  return { choice, scoped: { scope, cwd, env: { VAULT_PATH: sandbox } }, bearer }
}
