import type { callTool } from '../call/call-tool.ts'
import type { CallContext } from '../call/tool-context.ts'
import { defined } from '../model/defined.ts'

/** What a server hands on with each call. */
export type HandedOn = Pick<
  CallContext,
  'vaults' | 'whole' | 'session' | 'actor' | 'bearer' | 'questions' | 'log' | 'now' | 'closing' | 'keep'
> & {
  /** The GitLab project of the process, if any. */
  readonly gitlab?: () => Promise<NonNullable<CallContext['gitlab']> | null>
  readonly strictOutput?: boolean
  /** Makes each call in the place of `callTool`: who counts them. */
  readonly call?: typeof callTool
}

/** The context of one call; without a name of their own its changes are in the name of the client. */
export async function callContext(
  options: HandedOn,
  signal: AbortSignal,
  client: NonNullable<CallContext['actor']>,
): Promise<CallContext> {
  const { vaults, whole, session, bearer, questions, log, now, closing, keep, strictOutput = false } = options
  return {
    vaults,
    ...defined({ whole, bearer, questions }),
    session,
    actor: options.actor ?? client,
    log,
    now,
    signal,
    ...(options.gitlab !== undefined && { gitlab: await options.gitlab() }),
    ...defined({ closing, keep }),
    strictOutput,
  }
}
