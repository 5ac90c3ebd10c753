import { fileURLToPath } from 'node:url'
import type { PageSessions } from '../page/page-sessions.ts'
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
    const [app, { answerPage }, { personCalls }] = await Promise.all([
      cli.app(),
      import('../page/answer-page.ts'),
      import('../page/calls/index.ts'),
    ])
    const questions = () => app.questions()
    const tools = once(async () => [...(await app.tools()), ...personCalls({ questions })])
    return answerPage({
      sessions,
      // A person has every tool, whichever an agent is served.
      grantOf: (token) => grantOf(token, { hub: app.hub, tools }, { readOnly }, { ...scoped, env: cli.env }),
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
