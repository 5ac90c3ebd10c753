import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { plain } from '../support/plain.ts'

const script = fileURLToPath(new URL('toy-server.mjs', import.meta.url))

export interface ToyProcess {
  readonly child: ChildProcessWithoutNullStreams
  /** Everything on standard output so far, a line each. */
  readonly lines: string[]
  readonly send: (message: object) => void
  readonly call: (id: number, name: string, args: object) => void
  /** Resolves with the answer to a request. */
  readonly answer: (id: number | string) => Promise<ReturnType<typeof plain>>
  /** Everything on standard error so far. */
  readonly stderr: () => string
  /** How it ended, once it has. */
  readonly end: () => Promise<{ readonly code: number | null }>
}

/** A server with toy tools as a client starts it, gone when the test is. */
export async function withToyProcess(
  use: (toy: ToyProcess) => Promise<void>,
  args: string[] = [],
): Promise<void> {
  const child = spawn(process.execPath, [script, ...args])
  const ended = once(child, 'close')
  const lines: string[] = []
  const wake = new Set<() => void>()
  let stderr = ''
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()))
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line)
    wake.forEach((check) => {
      check()
    })
  })
  const toy: ToyProcess = {
    child,
    lines,
    stderr: () => stderr,
    send: (message) => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    },
    call: (id, name, toolArgs) => {
      toy.send({ id, method: 'tools/call', params: { name, arguments: toolArgs } })
    },
    answer: (id) =>
      new Promise((resolve) => {
        const check = () => {
          const found = lines.map((line) => JSON.parse(line)).find((message) => message.id === id)
          if (found === undefined) return
          wake.delete(check)
          resolve(found)
        }
        wake.add(check)
        check()
      }),
    end: async () => {
      const [code] = await ended
      return { code }
    },
  }
  try {
    await use(toy)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

export const initialize = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
