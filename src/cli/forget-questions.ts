import { actorOf } from '../model/actor.ts'
import { messageOf } from '../model/error-code.ts'
import type { Cli } from './cli.ts'

/** The owner is no longer asked what the bearer of a token asked that is void now. Of its answers nobody could make use. */
export async function forgetQuestions(name: string, cli: Pick<Cli, 'app' | 'log'>): Promise<void> {
  try {
    const questions = await (await cli.app()).questions()
    await questions.forget(actorOf('token', name))
  } catch (error) {
    cli.log.warn('what the bearer of a token asked waits until its hour is over', {
      reason: messageOf(error),
    })
  }
}
