import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Json } from './with-vault.ts'

const program = fileURLToPath(new URL('../fixtures/serve-vaults.mjs', import.meta.url))

export interface OtherProcess {
  readonly pid: number
  readonly call: (tool: string, args?: object) => Promise<Json>
  /** As `kill -9` does: nothing is finished, nothing given back. */
  readonly kill: () => Promise<void>
}

/** A second process over the same vaults. It ends with the test, whatever happens. */
export async function withOtherProcess(
  folder: string,
  use: (other: OtherProcess) => Promise<void>,
  { user, env = {} }: { readonly user?: number; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const child = fork(program, [folder, ...(user === undefined ? [] : [String(user)])], {
    env: { ...process.env, ...env },
  })
  const waiting = new Map<number, (result: Json) => void>()
  let last = 0
  try {
    await once(child, 'message')
    child.on('message', ({ id, result }: { id: number; result: Json }) => {
      waiting.get(id)?.(result)
      waiting.delete(id)
    })
    await use({
      pid: child.pid!,
      call: (tool, args = {}) =>
        new Promise((resolve) => {
          waiting.set(++last, resolve)
          child.send({ id: last, tool, args })
        }),
      kill: () => end(child, 'SIGKILL'),
    })
  } finally {
    await end(child, 'SIGKILL')
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
