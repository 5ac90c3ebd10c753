import { isObject } from '../../../model/is-record.ts'
import type { Outcome } from '../state/calls.ts'

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message?: string }
}

/** What a tool gave, as the host of a view hands it over. */
export type ToolResult = Readonly<Record<string, unknown>>

export interface Host {
  /** Calls a tool of the server through the host: what it permits its agent holds here too. */
  readonly call: (name: string, args: object) => Promise<Outcome<ToolResult>>
  readonly resized: (height: number) => void
}

const version = '2026-01-26'

/** Speaks to the program that shows this view, and says what the tool gave for which it is shown. */
export async function connectHost(onResult: (result: ToolResult) => void): Promise<Host> {
  const waiting = new Map<number, (message: Message) => void>()
  let last = 0
  const send = (message: object) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const request = async (method: string, params: object) => {
    last += 1
    const id = last
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve))
    send({ id, method, params })
    return await answer
  }
  window.addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
    // Any window can send a message: only the one that shows this view is heard.
    if (source !== window.parent || typeof data !== 'object') return
    const { id, method, params = {} } = data
    if (method === undefined) {
      if (id !== undefined) waiting.get(id)?.(data)
      waiting.delete(id ?? -1)
    } else if (method === 'ui/notifications/tool-result') onResult(recordOf(params['structuredContent']))
    else if (method === 'ui/notifications/host-context-changed') applyTheme(params)
    else if (id !== undefined) send({ id, result: {} })
  })
  const { result = {} } = await request('ui/initialize', {
    protocolVersion: version,
    appInfo: { name: 'flint-note', version: '1' },
    appCapabilities: {},
  })
  applyTheme(recordOf(result['hostContext']))
  send({ method: 'ui/notifications/initialized', params: {} })
  return {
    async call(name, args) {
      const { result: given, error } = await request('tools/call', { name, arguments: args })
      const content = recordOf(given?.['structuredContent'])
      if (error === undefined && given?.['isError'] !== true) return { kind: 'done', result: content }
      const told = recordOf(content['error'])
      const said = [told['message'], told['hint']].filter((part) => typeof part === 'string').join(' ')
      return {
        kind: 'failed',
        error: { code: 'FAILED', message: said || (error?.message ?? 'That did not work.') },
      }
    },
    resized(height) {
      send({ method: 'ui/notifications/size-changed', params: { height } })
    },
  }
}

function applyTheme(context: Readonly<Record<string, unknown>>): void {
  const { theme } = context
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(recordOf) : []
}
