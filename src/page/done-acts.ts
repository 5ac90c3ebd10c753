import { createHash } from 'node:crypto'
import type { PageCall, PageReply } from './page-protocol.ts'

/** Of one session, the newest. */
const mostReplies = 200
const mostCharacters = 4_000_000

/**
 * The replies to a session's acts, by the key that the page gave each. An act whose answer was lost is asked for again with
 * its key: it waits for the reply, or gets the one that was given, and nothing is done a second time.
 */
export class DoneActs {
  readonly #replies = new Map<string, { readonly reply: Promise<PageReply>; characters: number }>()

  async once(key: string, { tool, args }: PageCall, run: () => Promise<PageReply>): Promise<PageReply> {
    // What else comes under a key that was used is another act.
    const id = `${key} ${createHash('sha256')
      .update(JSON.stringify([tool, args]))
      .digest('hex')}`
    const known = this.#replies.get(id)
    if (known !== undefined) return known.reply
    const kept = { reply: run(), characters: 0 }
    this.#replies.set(id, kept)
    let isDone = false
    try {
      const reply = await kept.reply
      // What only asks the person has done nothing yet, and goes on with their word.
      isDone = reply.kind !== 'question' && reply.isAct
      if (isDone) kept.characters = JSON.stringify(reply).length
      return reply
    } finally {
      if (isDone) this.#makeRoom()
      else this.#replies.delete(id)
    }
  }

  #makeRoom(): void {
    let characters = 0
    let count = 0
    for (const [id, kept] of [...this.#replies].reverse()) {
      characters += kept.characters
      count += 1
      if (count > 1 && (count > mostReplies || characters > mostCharacters)) this.#replies.delete(id)
    }
  }
}
