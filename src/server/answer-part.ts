import { callTool } from '../call/call-tool.ts'
import type { Tool } from '../call/tool.ts'
import { spreadOfRequest, type VaultOutcome } from '../call/vault-outcome.ts'
import { actorOf } from '../model/actor.ts'
import { VaultError } from '../model/vault-error.ts'
import { callContext, type HandedOn } from './call-context.ts'

interface PartOptions extends HandedOn {
  readonly tools: () => Promise<readonly Tool[]>
}

/** What some vaults of a call to several answer, by their ids, as another server merges it. */
export type AnswerPart = (
  call: { readonly name: string; readonly args: object; readonly vaults: readonly string[] },
  signal: AbortSignal,
) => Promise<Readonly<Record<string, object>>>

export function partCalls(options: PartOptions): AnswerPart {
  return async ({ name, args, vaults }, signal) => {
    const told = new Map<string, VaultOutcome>()
    const context = await callContext(options, signal, actorOf('client', ''))
    const tools = await options.tools()
    const collect = async (
      all: readonly string[],
      here: (ids: readonly string[]) => Promise<readonly VaultOutcome[]>,
    ) => {
      const asked = all.filter((id) => vaults.includes(id))
      const outcomes = await here(asked)
      for (const [index, id] of asked.entries()) told.set(id, outcomes[index] ?? notAsked)
      return all.map((id) => told.get(id) ?? notAsked)
    }
    await spreadOfRequest.run(collect, () => callTool(tools, name, args, context))
    return Object.fromEntries([...told].map(([id, outcome]) => [id, written(outcome)]))
  }
}

const notAsked: VaultOutcome = {
  error: new VaultError('VAULT_UNAVAILABLE', 'Another server answers for it.'),
}

function written({ error, ...rest }: VaultOutcome): object {
  if (error === undefined) return rest
  const { code, message, facts } = error
  return { ...rest, error: { code, message, facts } }
}
