import { isObject } from '../../../model/is-record.ts'
import { parseJson } from '../../../model/parse-json.ts'

type Json = Readonly<Record<PropertyKey, unknown>>

/** What the server answered; null where it did not, or with something that is no JSON object. */
export interface Answer {
  readonly status: number
  readonly body: Json | null
}

/** Null where the server could not be reached. */
export async function postJson(address: string, body: object, signal?: AbortSignal): Promise<Answer | null> {
  return await fetchJson(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal !== undefined && { signal }),
  })
}

/** Null where the server could not be reached. */
export async function fetchJson(address: string, options?: RequestInit): Promise<Answer | null> {
  try {
    const response = await fetch(address, options)
    return { status: response.status, body: readObject(await response.text()) }
  } catch {
    return null
  }
}

/** Null for a text that is no JSON object. */
export function readObject(text: string): Json | null {
  const value = parseJson(text)
  return isObject(value) ? value : null
}

/** The message of `{ error: { message } }`. */
export function messageOf(body: Json | null): string | null {
  const error = body?.['error']
  return isObject(error) && typeof error['message'] === 'string' ? error['message'] : null
}
