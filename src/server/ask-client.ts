import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Consent, Ticketed } from '../call/consent.ts'
import type { Answer, Ask, Question } from '../call/question.ts'
import type { ClientSaid } from './client-said.ts'

/** How one request asks the client's user. */
export interface Asking {
  readonly ask: Ask
  /** The question that must be answered before the call can go on; null where there is none. */
  readonly open: () => OpenQuestion | null
  /** The question that the client comes back with; null where it was given none. */
  readonly answered: Ticketed | null
}

export interface OpenQuestion {
  readonly ticket: string
  /** What the client asks its user. */
  readonly form: Form
  readonly question: Question
}

/** What a client comes back with. */
export interface Answered {
  readonly ticket: unknown
  readonly responses: Readonly<Record<string, unknown>> | undefined
}

type Form = Parameters<typeof inputRequired.elicit>[0]

/** The key of the answer. */
export const answerKey = 'permission'
const choices = { once: 'Approve once', always: 'Approve from now on', denied: 'Deny' } as const
const answerShape = z.object({ answer: z.enum(choices) })

/**
 * Null for a client that cannot ask, and where questions are not kept. A question ends the call: the client comes back
 * with the answer and a ticket, and the call is made again. For clients of the older revisions, `pushQuestion` asks
 * instead. A ticket is valid once, and only for a call that would be asked the very same.
 */
export function askClient(
  { mcpReq }: ServerContext,
  { capabilities }: ClientSaid,
  consent: Consent | undefined,
  { ticket, responses }: Answered = { ticket: mcpReq.requestState(), responses: mcpReq.inputResponses },
): Asking | null {
  if (consent === undefined) return null
  if (!takesForms(capabilities?.elicitation)) return null
  const answered = typeof ticket === 'string' ? consent.take(ticket) : null
  let open: OpenQuestion | null = null
  return {
    ask: (question) => {
      const answer = question.subject === answered?.subject ? answerOf(responses) : null
      if (answer === null) open = toForm(question, consent)
      return Promise.resolve(answer ?? 'pending')
    },
    open: () => open,
    answered,
  }
}

/** A client that names no kind of question means forms. */
function takesForms(elicitation: object | undefined): boolean {
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation))
}

/** Null where there is none. */
function answerOf(
  responses: Readonly<Record<string, unknown>> | undefined,
): Exclude<Answer, 'pending'> | null {
  const response = inputResponse(responses, answerKey)
  if (response.kind !== 'elicit') return null
  if (response.action === 'decline') return 'denied'
  if (response.action === 'cancel') return 'cancelled'
  const accepted = acceptedContent(responses, answerKey, answerShape)
  // Agreeing to something that was not offered is no answer; asking again would get the same.
  const [answer = 'cancelled'] = answers.filter((one) => choices[one] === accepted?.answer)
  return answer
}

const answers = ['once', 'always', 'denied'] as const

function toForm(question: Question, consent: Consent): OpenQuestion {
  const { text, always } = question
  const offered = answers.filter((answer) => answer !== 'always' || consent.remembers)
  const description = consent.remembers
    ? `"${choices.always}" allows ${always} until this server or token ends.`
    : 'Every call of this kind is asked about.'
  return {
    ticket: consent.open(question),
    question,
    form: {
      mode: 'form',
      message: text,
      requestedSchema: {
        type: 'object',
        properties: {
          answer: {
            type: 'string',
            title: 'Answer',
            description,
            enum: offered.map((answer) => choices[answer]),
            // A person who has read the question presses one key.
            default: choices.once,
          },
        },
        required: ['answer'],
      },
    },
  }
}

/** A question for clients of the newest revision, in place of the result. */
export function toRequest({ ticket, form }: OpenQuestion): InputRequiredResult {
  return inputRequired({ requestState: ticket, inputRequests: { [answerKey]: inputRequired.elicit(form) } })
}
