import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageHeaders } from './page-headers.ts'

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** Answers with a file of the page; false where there is none of that name. */
export type SendAsset = (name: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** The files of the page, read when first asked for: the build has put them into one folder. */
export function openAssets(folder: string): SendAsset {
  const texts = new Map<string, Promise<Buffer | null>>()
  const read = async (name: string) => {
    const reading = texts.get(name) ?? readFile(join(folder, name)).catch(() => null)
    texts.set(name, reading)
    const text = await reading
    if (text === null) texts.delete(name)
    return text
  }
  return async (name, { url = '' }, response) => {
    const content = types[/^[\w-]+\.(\w+)$/.exec(name)?.[1] ?? '']
    const text = content === undefined ? null : await read(name)
    if (content === undefined || text === null) return false
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
}
