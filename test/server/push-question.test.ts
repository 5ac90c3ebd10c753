import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/server'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pushQuestion } from '../../src/server/push-question.ts'
import type { CallContext } from '../../src/call/tool-context.ts'
import { toyContext } from '../tools/toy-tools.ts'

const question = {
  ticket: 't',
  form: { message: 'Sure?', requestedSchema: { type: 'object', properties: {} } },
  question: { tool: 'delete_note', vault: 'main', text: 'Sure?', always: 'all', subject: 's', call: 'c' },
} as const

async function push(
  send: () => Promise<object>,
  signal = new AbortController().signal,
  more: Partial<Pick<CallContext, 'questions'>> = {},
) {
  const { log } = toyContext()
  return await pushQuestion({ mcpReq: { send, signal } } as never, question, { log, ...more })
}

test('an answer comes back with the ticket of its question', async () => {
  const response = { action: 'accept', content: { answer: 'Approve once' } }
  expect(await push(() => Promise.resolve(response))).toEqual({
    ticket: 't',
    responses: { permission: response },
  })
})

test('a client that answers with an error could not be asked', async () => {
  expect(await push(() => Promise.reject(new ProtocolError(-32_603, 'no window')))).toBeNull()
})

test('silence is no approval, and no way around the question', async () => {
  const late = new SdkError(SdkErrorCode.RequestTimeout, 'Request timed out')
  expect(await push(() => Promise.reject(late))).toEqual({
    ticket: 't',
    responses: { permission: { action: 'cancel' } },
  })
})

test('a call that was cancelled meanwhile ends', async () => {
  const failed = new ProtocolError(-32_603, 'no window')
  await expect(push(() => Promise.reject(failed), AbortSignal.abort())).rejects.toBe(failed)
})

test('where it cannot be seen whether somebody has answered elsewhere, the client alone is waited for', async () => {
  const isAnswered = () => Promise.reject(new Error('The disk is full.'))
  const questions = () => Promise.resolve({ isAnswered } as never)
  const response = { action: 'accept', content: {} }
  const send = async () => {
    await nextTurn()
    return response
  }
  expect(await push(send, undefined, { questions })).toEqual({
    ticket: 't',
    responses: { permission: response },
  })
})
