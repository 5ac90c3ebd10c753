import { newActKey } from './act-key.ts'
import type { SentDraft } from './drafts.ts'
import { fetchJson } from './post-json.ts'
import { readStored, store } from './stored.ts'

const name = 'session'
/** For a browser that stores nothing: a page that is loaded anew asks to be let in again. */
let here: string | null = null

/**
 * The address of what only a session is answered. The cookie is sent to its place alone, which this origin keeps: a server on
 * another port of the same host, to which a browser sends every cookie of the host, cannot ask for it.
 */
export function sessionAddress(what: string): string {
  return `/ui/s/${here ?? readStored(name) ?? '-'}/${what}`
}

/** The act of this session that saves a draft, if it was sent before; else a new one. */
export function actOf(sent: SentDraft | undefined): SentDraft {
  const session = sessionAddress('')
  return sent?.session === session ? sent : { key: newActKey(), session }
}

/** Whether the server knows this browser's session; null where it does not answer. */
export async function hasSession(): Promise<boolean | null> {
  const rights = await fetchJson(sessionAddress('rights'))
  return rights === null ? null : rights.status !== 401
}

export function keepPlace(place: string): void {
  here = place
  store(name, place)
}

/** Whether another tab was let in since this one's session has ended, which is then let in with it. */
export async function hasOtherSession(): Promise<boolean> {
  here = null
  return (await hasSession()) === true
}

/** A text that the server rendered, which knows no session, with the files of vaults at the session's place. */
export function withFilesOf(html: string): string {
  // Nothing but an address of ours begins so: quotes in a note's text are escaped.
  return html.replaceAll('"/ui/file/', `"${sessionAddress('file/')}`)
}
