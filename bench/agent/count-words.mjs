import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { describe, install } from '../peers/install-peers.mjs'

export const bytes = { unit: 'bytes', count: (text) => Buffer.byteLength(text) }

/** Tokens of o200k, by a tokenizer that is installed beside the peers; bytes where it cannot be. */
export async function installTokenizer(folder, say) {
  try {
    const tokenizer = { name: 'tokens', package: 'js-tiktoken', version: '1.0.21' }
    const at = (file) => pathToFileURL(join(root, 'dist', file)).href
    const root = await install(tokenizer, folder, say)
    const { Tiktoken } = await import(at('lite.js'))
    const { default: ranks } = await import(at('ranks/o200k_base.js'))
    const encoder = new Tiktoken(ranks)
    return { unit: 'tokens', count: (text) => encoder.encode(text, [], []).length }
  } catch (error) {
    say(`Bytes are counted, for the tokenizer is not there: ${describe(error)}`)
    return bytes
  }
}
