import { say } from '../../src/call/say-advice.ts'
import { servedTo } from '../../src/call/served-to.ts'
import type { Said } from '../../src/model/advice.ts'
import { allTools } from '../../src/tools/index.ts'

/** What an agent with all of our tools is told. */
export function toAgent(said: Said = ''): string {
  return say(said, servedTo(allTools))
}

/** For `expect.toSatisfy`: whether an agent is told that, among other things. */
export function telling(text: string): (said: Said) => boolean {
  return (said) => toAgent(said).includes(text)
}
