import { z } from 'zod'
import type { Piece } from './unigram-tokenizer.ts'

const vocabulary = z.array(z.tuple([z.string(), z.number().nullable()])).min(1_000)

/** Reads the vocabulary of the embedded model. Throws on anything else. */
export function readVocabulary(text: string): readonly Piece[] {
  return vocabulary.parse(JSON.parse(text))
}
