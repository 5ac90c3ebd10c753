import { fileURLToPath } from 'node:url'
import type { PageSessions } from '../page/page-sessions.ts'
import type { AccessToken } from '../model/access-token.ts'
import { once } from '../model/once.ts'
import type { AnswerPage } from '../server/answer-http.ts'
import type { Cli } from './cli.ts'
import { grantOf } from './grant-of.ts'
import type { ScopeOptions } from './serve-scope.ts'

const folder = fileURLToPath(new URL('../../app/page/', import.meta.url))

interface PageChoice extends ScopeOptions {
  readonly readOnly: boolean
}

/** The page of a server, loaded when somebody first asks for it: a server that nobody looks at is as it was. */
export function openPage({ readOnly, ...scoped }: PageChoice, sessions: PageSessions, cli: Cli): AnswerPage {
  const load = once(async () => {
    const [app, { answerPage }, { personCalls }, { machineCalls }, { givePersonDeps }] = await Promise.all([
      cli.app(),
      import('../page/answer-page.ts'),
      import('../page/calls/all-calls.ts'),
      import('../page/calls/machine-calls.ts'),
      import('./give-person-deps.ts'),
    ])
    const questions = () => app.questions()
    const deps = givePersonDeps(cli)
    const machine = Object.values(machineCalls(deps))
    const tools = once(async () => [...(await app.tools()), ...Object.values(personCalls(deps))])
    return answerPage({
      sessions,
      // A person has every tool, whichever an agent is served.
      grantOf: (token) => {
        const own = async () => (isLimited(token) ? await tools() : [...(await tools()), ...machine])
        return grantOf(token, { hub: app.hub, tools: own }, { readOnly }, { ...scoped, env: cli.env })
      },
      hub: app.hub,
      questions,
      gitlab: app.gitlab,
      folder,
      log: cli.log,
      now: () => new Date(),
    })
  })
  return async (...request) => {
    const answer = await load()
    await answer(...request)
  }
}

/** Whoever may see or do less than all would make a token that may do more. */
function isLimited(token: AccessToken | null): boolean {
  return token !== null && (token.vaults !== null || token.folder !== null || token.readOnly)
}
