import { messageOf, postJson } from './post-json.ts'
import { keepPlace } from './session-place.ts'

/** Lets the person in with a one-time key or a token. Null once they are in, else why they are not. */
export async function enter(key: string): Promise<string | null> {
  const answer = await postJson('/ui/enter', { key })
  if (answer === null) return 'flint does not answer. Is it still running?'
  const place = answer.body?.['place']
  if (typeof place !== 'string')
    return messageOf(answer.body) ?? 'That key is not valid, or it was used before.'
  keepPlace(place)
  return null
}

/** The one-time key of the address, which leaves the address bar and the history. */
export function takeKey(): string | null {
  const key = /^#t=(.+)$/.exec(location.hash)?.[1] ?? null
  if (key !== null) history.replaceState(null, '', location.pathname + location.search)
  return key
}
