/** What the server answered; null where it did not, or with something that is no JSON object. */
export interface Answer {
  readonly status: number
  readonly body: object | null
}

/** Null where the server could not be reached. */
export async function postJson(address: string, body: object, signal?: AbortSignal): Promise<Answer | null> {
  return await ask(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal !== undefined && { signal }),
  })
}

/** Null where the server could not be reached. */
export async function getJson(address: string): Promise<Answer | null> {
  return await ask(address)
}

async function ask(address: string, options?: RequestInit): Promise<Answer | null> {
  try {
    const response = await fetch(address, options)
    return { status: response.status, body: readObject(await response.text()) }
  } catch {
    return null
  }
}

/** Null for a text that is no JSON object. */
export function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** The message of `{ error: { message } }`. */
export function messageOf(body: object | null): string | null {
  if (body === null || !('error' in body)) return null
  const { error } = body
  if (typeof error !== 'object' || error === null || !('message' in error)) return null
  return typeof error.message === 'string' ? error.message : null
}
