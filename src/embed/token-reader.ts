import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadFault, parts } from '../model/load-fault.ts'
import type { ThreadOptions } from './embed-messages.ts'
import { EmbedderFailure } from '../model/embedder-failure.ts'
import { startLoading } from '../runtime/native-thread.ts'
import { readVocabulary, UnigramTokenizer } from './unigram-tokenizer.ts'

/** Ids of the tokens that the model reads at once. */
export type Window = readonly number[]

/** Cuts a text into windows that the model can read: at least one, possibly empty. */
export type TokenReader = (text: string) => Promise<readonly Window[]>

export async function openTokenReader({ tokenizer, model }: ThreadOptions): Promise<TokenReader> {
  return tokenizer.kind === 'use-lite'
    ? await readPieces(tokenizer.file, model.maxTokens)
    : await readAsFolderSays(tokenizer.folder, model.maxTokens)
}

async function readPieces(file: string, maxTokens: number): Promise<TokenReader> {
  const tokenizer = new UnigramTokenizer(readVocabulary(await readFile(file, 'utf8')))
  // To this model a word in capitals is another one, or none.
  return (text) => Promise.resolve(splitWindows(tokenizer.encode(text.toLowerCase()), maxTokens))
}

/** Cuts tokens into as few windows of at most this length as possible, all about equally long. At least one. */
export function splitWindows(tokens: Window, longest: number): readonly Window[] {
  const count = Math.max(1, Math.ceil(tokens.length / longest))
  return Array.from({ length: count }, (_, index) =>
    tokens.slice(
      Math.round((index * tokens.length) / count),
      Math.round(((index + 1) * tokens.length) / count),
    ),
  )
}

/** Uses the tokenizer of a model in Hugging Face's format; each window gets its begin and end tokens. */
async function readAsFolderSays(folder: string, maxTokens: number): Promise<TokenReader> {
  const { Tokenizer } = await importTokenizers()
  const tokenizer = Tokenizer.fromFile(join(folder, 'tokenizer.json'))
  tokenizer.disablePadding()
  tokenizer.setTruncation(maxTokens)
  return async (text) => {
    const encoding = await tokenizer.encode(text)
    return [encoding, ...encoding.getOverflowing()].map((window) => window.getIds())
  }
}

async function importTokenizers() {
  const loaded = startLoading()
  try {
    return await import('@anush008/tokenizers')
  } catch (error) {
    const { reason, cure } = loadFault(parts.tokenizers, error)
    throw new EmbedderFailure(reason, [cure, { kind: 'use-embedded-model' }], error)
  } finally {
    loaded()
  }
}
