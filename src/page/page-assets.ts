import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageHeaders } from './page-headers.ts'

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The files of the page, read when first asked for: the build has put them into one folder. */
export class PageAssets {
  readonly #folder: string
  readonly #texts = new Map<string, Promise<Buffer>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Answers with a file of the page; false where there is none of that name. */
  async send(name: string, { url = '' }: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const type = /^[\w-]+\.(\w+)$/.exec(name)?.[1] ?? ''
    const content = types[type]
    if (content === undefined) return false
    const text = await this.#read(name)
    if (text === null) return false
    const isNamedByContent = url.includes('?v=') || /-[\w-]{8}\.js$/.test(name)
    response.writeHead(200, {
      ...pageHeaders,
      'content-type': content,
      'content-length': text.length,
      'cache-control': isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    response.end(text)
    return true
  }

  async #read(name: string): Promise<Buffer | null> {
    const reading = this.#texts.get(name) ?? readFile(join(this.#folder, name))
    this.#texts.set(name, reading)
    try {
      return await reading
    } catch {
      this.#texts.delete(name)
      return null
    }
  }
}
