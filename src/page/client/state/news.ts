import type { PageNews } from '../../page-protocol.ts'
import { readObject } from './post-json.ts'
import { hasSession, sessionAddress } from './session-place.ts'

/** What a view wants to hear of: the notes of these vaults, of all of them, the registry, the questions. */
export type Watch = readonly string[] | '*' | 'registry' | 'questions' | 'nothing'

/** The line over which the server says what changed. Until it is closed, it is open while the page can be seen. */
export class News {
  readonly #listeners = new Set<(news: PageNews | 'missed') => void>()
  readonly #readers = new Set<() => Promise<void>>()
  readonly #onState: (isOpen: boolean) => void
  readonly #onEnded: () => void
  #source: EventSource | null = null
  #again: number | undefined
  #hasMissed = false

  constructor(onState: (isOpen: boolean) => void, onEnded: () => void) {
    this.#onState = onState
    this.#onEnded = onEnded
  }

  open(): void {
    document.addEventListener('visibilitychange', this.#follow)
    if (this.#source !== null || document.hidden) return
    const source = new EventSource(sessionAddress('news'))
    this.#source = source
    source.onopen = () => {
      this.#onState(true)
      if (this.#hasMissed) this.#tell('missed')
      this.#hasMissed = false
    }
    source.onerror = () => {
      this.#onState(false)
      this.#hasMissed = true
      // A browser gives up on an answer that is an error: it is asked again, as after a break of the line.
      if (source.readyState !== EventSource.CLOSED) return
      this.#pause()
      this.#again = window.setTimeout(() => this.open(), 3_000)
      // A server that answers and knows no such session will not open the line again.
      void hasSession().then((isKnown) => {
        if (isKnown === false) this.#onEnded()
      })
    }
    source.onmessage = ({ data }) => {
      this.#onState(true)
      const news = typeof data === 'string' ? readObject(data) : null
      if (isNews(news)) this.#tell(news)
    }
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#follow)
    this.#pause()
  }

  /** Calls back when something of what is watched may have changed. Returns how to stop. */
  listen(watch: Watch, onNews: () => void): () => void {
    const listener = (news: PageNews | 'missed') => {
      if (isAbout(news, watch)) onNews()
    }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Has a text read again after each act of this page. Returns how to stop. */
  followActs(readAgain: () => Promise<void>): () => void {
    this.#readers.add(readAgain)
    return () => this.#readers.delete(readAgain)
  }

  /** Ends when all that follows this page's acts has been read again. */
  async acted(): Promise<void> {
    await Promise.all([...this.#readers].map((readAgain) => readAgain()))
  }

  #pause(): void {
    window.clearTimeout(this.#again)
    this.#source?.close()
    this.#source = null
    this.#hasMissed = true
  }

  readonly #follow = (): void => {
    if (document.hidden) this.#pause()
    else this.open()
  }

  #tell(news: PageNews | 'missed'): void {
    for (const listener of this.#listeners) listener(news)
  }
}

function isAbout(news: PageNews | 'missed', watch: Watch): boolean {
  if (watch === 'nothing') return false
  if (news === 'missed') return true
  if (watch === 'registry') return news.registry
  if (watch === 'questions') return news.questions
  return watch === '*' ? news.vaults.length > 0 : news.vaults.some((id) => watch.includes(id))
}

function isNews(value: object | null): value is PageNews {
  return value !== null && 'vaults' in value && 'registry' in value && 'questions' in value
}
