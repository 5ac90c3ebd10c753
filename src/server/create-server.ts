import {
  type CallToolRequestParams,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type Tool as ListedTool,
} from '@modelcontextprotocol/server'
import { actorOf } from '../model/actor.ts'
import type { Log } from '../model/log.ts'
import { once } from '../model/once.ts'
import { settleQuestion } from '../call/ask-owner.ts'
import { callTool, unknownTool } from '../call/call-tool.ts'
import type { Tool } from '../call/tool.ts'
import { type Answered, type Asking, askClient, toRequest } from './ask-client.ts'
import { callContext, type HandedOn } from './call-context.ts'
import { type HeldCall, whileHeld } from './cancellable-calls.ts'
import { showsApps, withView } from './client-apps.ts'
import { clientSaid } from './client-said.ts'
import { registerCompletions } from './complete-handler.ts'
import { servePrompts } from './prompts.ts'
import { registerResources, type ResourceOptions } from './resource-handlers.ts'
import { describeTools } from './describe-tool.ts'
import { sayWrongParams } from './say-wrong-params.ts'
import { pushQuestion } from './push-question.ts'
import { serverInfo } from './server-info.ts'

export interface ServerOptions extends Pick<ResourceOptions, 'subscriptions' | 'apps'>, HandedOn {
  readonly version: string
  /** Called at the first list or call: `initialize` is answered without loading a tool. */
  readonly tools: () => Promise<readonly Tool[]>
  /** The tools as `tools/list` shows them, if already built: that takes time. */
  readonly list?: () => Promise<readonly ListedTool[]>
  readonly instructions: string
  /** Publish what each tool returns. Most clients show it to no model, and it doubles the list. */
  readonly outputSchemas?: boolean
  /** For who cancels in a message of its own: before 2026-07-28 who disconnects over HTTP does not cancel a change. */
  readonly holdCall?: (id: string | number) => HeldCall
}

/**
 * One connection's MCP server over the given tools. It holds no state but the tool list: everything else is handed in.
 */
export function createServer(options: ServerOptions): McpServer {
  const { version, instructions, outputSchemas = false } = options
  const tools = once(options.tools)
  const list = options.list ?? once(async () => describeTools(await tools(), outputSchemas))
  const connection = new McpServer(serverInfo(version), { instructions })
  // The SDK's way to register a tool answers bad arguments with plain text; ours says what is wrong in a result.
  const { server } = connection
  server.registerCapabilities({ tools: {} })
  sayWrongParams(connection)
  registerResources(connection, options)
  registerCompletions(connection, options.vaults)
  server.onerror = (error) => {
    options.log.debug('The protocol reported an error', { error: error.message })
  }
  servePrompts(connection, tools)
  server.setRequestHandler('tools/list', async (_request, context) => {
    const listed = await list()
    const hasViews = options.apps !== undefined && showsApps(clientSaid(context, connection))
    return { tools: hasViews ? listed.map(withView) : [...listed] }
  })
  server.setRequestHandler('tools/call', async ({ params }, request) => {
    const known = await tools()
    const tool = known.find(({ name }) => name === params.name)
    if (tool === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(known, params.name).message)
    }
    const held = options.holdCall?.(request.mcpReq.id)
    const how = { left: request.mcpReq.signal, isReading: tool.annotations.readOnlyHint }
    return await whileHeld(held, how, async (signal) => await answer(known, params, request, signal))
  })
  const answer = async (
    known: readonly Tool[],
    params: CallToolRequestParams,
    request: ServerContext,
    signal: AbortSignal,
  ) => {
    const progress = progressOf(request, options.log)
    const client = clientSaid(request, connection)
    const context = {
      ...(await callContext(options, signal, actorOf('client', client.name))),
      ...(progress !== null && { progress: progress.report }),
    }
    const call = async (asking: Asking | null) =>
      await (options.call ?? callTool)(known, params.name, params.arguments ?? {}, {
        ...context,
        ...(asking !== null && { ask: asking.ask }),
      })
    const ask = (answered?: Answered) => askClient(request, client, options.session.consent, answered)
    let asking = ask()
    let result = await call(asking)
    // What a question is about may change while a person thinks: then the new state is asked about.
    for (let question = asking?.open() ?? null; question !== null; question = asking?.open() ?? null) {
      if (request.mcpReq.envelope !== undefined) return toRequest(question)
      const answered = await pushQuestion(request, question, context)
      asking = answered === null ? null : ask(answered)
      result = await call(asking)
    }
    // A call that was refused before its question came up has it answered all the same.
    if (asking !== null && asking.answered !== null) await settleQuestion(asking.answered, context)
    progress?.end()
    return {
      content: [{ type: 'text' as const, text: result.text }],
      structuredContent: { ...result.structuredContent },
      isError: result.isError,
    }
  }
  return connection
}

/** Null when the caller did not ask. Nothing is reported once the call has ended. */
function progressOf({ mcpReq }: ServerContext, log: Log) {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return null
  let hasEnded = false
  let last = -1
  return {
    report: (done: number, total?: number, message?: string): void => {
      // Progress must increase, but several vaults report each their own.
      if (hasEnded || done <= last) return
      last = done
      const params = {
        progressToken,
        progress: done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message }),
      }
      mcpReq.notify({ method: 'notifications/progress', params }).catch((error: unknown) => {
        log.debug('Progress could not be reported', { error })
      })
    },
    end(): void {
      hasEnded = true
    },
  }
}
