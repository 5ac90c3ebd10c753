import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Storyteller } from './storyteller.ts'

interface PageOptions {
  /** The built program. */
  readonly main: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Whether somebody is there who can look at it. */
  readonly isLookedAt: boolean
}

/**
 * Starts the page on the sample vaults. With somebody at the terminal it stays until they press Enter, in the browser where
 * there is a display; else it ends once it has answered.
 */
export async function demoPage(
  { main, cwd, env, isLookedAt }: PageOptions,
  story: Storyteller,
): Promise<void> {
  const args = [main, 'ui', '--log-level', 'error', ...(isLookedAt ? [] : ['--no-open'])]
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close')
  try {
    await story.step(
      'flint ui: the page for you, on both vaults',
      async () => {
        const address = await addressOf(child.stderr)
        const response = await fetch(address)
        if (!response.ok) throw new Error(`the page answers ${response.status}`)
        return address
      },
      (address) =>
        `${address}\n${isLookedAt ? 'Press Enter to end it.' : 'It has answered and ends: in a terminal it stays open.'}`,
    )
    if (isLookedAt) await Promise.race([once(process.stdin, 'data'), ended])
  } finally {
    process.stdin.pause()
    child.kill()
    await ended
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+\/ui#t=\S+/.exec(line) ?? []
    if (address !== undefined) return address
  }
  throw new Error('flint ui has ended')
}
