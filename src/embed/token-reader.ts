import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ThreadOptions } from './embed-messages.ts'
import { EmbedderFailure } from './embedder.ts'
import { readVocabulary } from './read-vocabulary.ts'
import { splitWindows } from './split-windows.ts'
import { UnigramTokenizer } from './unigram-tokenizer.ts'

/** Ids of the tokens that the model reads at once. */
export type Window = readonly number[]

/** Cuts a text into windows that the model can read: at least one, though it may be empty. */
export type TokenReader = (text: string) => Promise<readonly Window[]>

export async function openTokenReader({ tokenizer, model }: ThreadOptions): Promise<TokenReader> {
  return tokenizer.kind === 'use-lite'
    ? await readPieces(tokenizer.file, model.maxTokens)
    : await readAsFolderSays(tokenizer.folder, model.maxTokens)
}

async function readPieces(file: string, maxTokens: number): Promise<TokenReader> {
  const tokenizer = new UnigramTokenizer(readVocabulary(await readFile(file, 'utf8')))
  return (text) => Promise.resolve(splitWindows(tokenizer.encode(text), maxTokens))
}

/** The tokenizer of a model in the form of Hugging Face: each window gets the marks of begin and end. */
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
  try {
    return await import('@anush008/tokenizers')
  } catch (error) {
    throw new EmbedderFailure(
      'The package @anush008/tokenizers, which reads text for downloaded models, is missing or does not work on this system.',
      'Install flint-note again with its optional packages, or use the embedded model: flint models use use-lite-en-v1.',
      error,
    )
  }
}
