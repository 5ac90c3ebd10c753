import { parentPort } from 'node:worker_threads'

/** What a thread that several share is told: that one begins, a message for one, that one has left, or that nobody comes any more. */
export type ToShares<Message> =
  | { readonly begins: number; readonly message: Message }
  | { readonly share: number; readonly message: Message }
  | { readonly leaves: number }
  | { readonly ends: true }

/** What comes from a share; `isOver`: nothing more does. */
export type FromShare<Reply> =
  { readonly share: number; readonly reply: Reply } | { readonly share: number; readonly isOver: true }

/** Who has a share of the thread, as seen from there. */
export interface ShareOwner<Reply> {
  readonly postMessage: (reply: Reply) => void
  /** Nothing more comes from this share. */
  readonly close: () => void
}

/** What a thread does for one who has a share of it. */
export interface Share<Message> {
  readonly receive: (message: Message) => void
  /** Its owner waits for nothing any more. */
  readonly leave: () => void
}

/**
 * Serves those who have a share of this thread, until it is told that nobody comes any more. A share begins with its first message,
 * and one that is over hears nothing of what was still on its way.
 */
export function serveShares<Message, Reply>(
  begin: (first: unknown, owner: ShareOwner<Reply>) => Share<Message>,
): void {
  const port = parentPort
  const shares = new Map<number, Share<Message>>()
  const say = (said: FromShare<Reply>) => port?.postMessage(said)
  const beginFor = (share: number, first: unknown) => {
    shares.set(share, nobody)
    const begun = begin(first, {
      postMessage: (reply) => say({ share, reply }),
      close() {
        shares.delete(share)
        say({ share, isOver: true })
      },
    })
    // It may have nothing to do.
    if (shares.has(share)) shares.set(share, begun)
  }
  port?.on('message', (told: ToShares<Message>) => {
    if ('ends' in told) port.close()
    else if ('leaves' in told) {
      shares.get(told.leaves)?.leave()
      shares.delete(told.leaves)
    } else if ('begins' in told) beginFor(told.begins, told.message)
    else shares.get(told.share)?.receive(told.message)
  })
}

const nobody: Share<unknown> = { receive: () => undefined, leave: () => undefined }
