import type { Actor } from '../model/actor.ts'
import type { GitLabProject } from '../gitlab/gitlab-project.ts'
import type { VaultAccess } from '../registry/vault-access.ts'
import type { Said } from '../model/advice.ts'
import type { Walk } from '../model/walk.ts'
import type { Log } from '../model/log.ts'
import type { Consent } from './consent.ts'
import type { Ask, OpenQuestions } from './question.ts'
import type { Served } from './served.ts'

/** What a tool is given beside its input: everything it may touch. */
export interface ToolContext extends CallContext {
  /** Says what helps in the caller's words; empty where nothing does. */
  readonly say: (said: Said) => string
}

/** What the caller passes along with a call. */
export interface CallContext {
  readonly vaults: VaultAccess
  /** The vaults without the limits that `vaults` has, where its owner may let a call pass them. */
  readonly whole?: VaultAccess
  readonly session: Session
  /** In whose name the history has what the call changes. */
  readonly actor?: Actor
  /** The id of the token by which it came: the token's name may be another's later. */
  readonly bearer?: string
  readonly log: Log
  /** The project whose issues the GitLab tools act on; they are not there without one. */
  readonly gitlab?: GitLabProject | null
  now(): Date
  /** Aborts when the caller cancels; a tool's own also when its time is over or the process closes down. */
  readonly signal: AbortSignal
  /** Aborts when the process closes down. */
  readonly closing?: AbortSignal
  /** Present when the caller wants to hear how far a long call has come. */
  readonly progress?: (done: number, total?: number, message?: string) => void
  /** Told of every change that has begun, so that closing down waits for it. */
  readonly keep?: (work: Promise<unknown>) => void
  /** Present where the owner of the notes can be asked before a call goes on. */
  readonly ask?: Ask
  /** Where what is asked lies open for who answers it elsewhere; absent where the owner makes the call. */
  readonly questions?: () => Promise<OpenQuestions>
  /** The list whose order is kept for a caller that continues by cursor; absent where none is kept. */
  readonly walk?: Walk
  /** What the caller has, where that is not the tools that are served. */
  readonly served?: Served
  /** True for the person at the terminal, who may name any file on the machine. */
  readonly mayReadAnywhere?: boolean
  /** True for who reads results by their type, in this process: then nothing is left out of them. */
  readonly wantsAll?: boolean
  /** How long a search by words waits for a model that is being loaded, where no later one would find it loaded. */
  readonly modelWaitMs?: number
  /** Whether a result that does not fit its schema fails the call, as it should in a test, or is only logged. */
  readonly strictOutput: boolean
}

/** Whether a person reads the result, in a terminal or a browser: what no model has to hold needs no limit. */
export function isForPerson({ wantsAll, served }: CallContext): boolean {
  return wantsAll === true && served?.caller === 'person'
}

/** Whether that person sits at this machine, where paths of it help. */
export function isAtTerminal(ctx: CallContext): boolean {
  return isForPerson(ctx) && ctx.served?.takes('identifier') === true
}

/** One MCP connection or one run of the command line. */
export interface Session {
  readonly id: string
  /** What its user was asked and has allowed. Without it every question is asked again. */
  readonly consent?: Consent
}
