import { readFileSync } from 'node:fs'
import { readVocabulary, UnigramTokenizer } from './unigram-tokenizer.ts'

/** Counts the embedded model's tokens. Its vocabulary is read when something is first counted. */
export function pieceCounter(vocabularyFile: string): (text: string) => number {
  let tokenizer: UnigramTokenizer | null = null
  return (text) => {
    tokenizer ??= openTokenizer(vocabularyFile)
    return tokenizer?.encode(text).length ?? estimateTokens(text)
  }
}

function openTokenizer(file: string): UnigramTokenizer | null {
  try {
    return new UnigramTokenizer(readVocabulary(readFileSync(file, 'utf8')))
  } catch {
    // Embedding reports what is wrong with it; chunks can be cut by an estimate.
    return null
  }
}

const lettersPerToken = 5

/** About how many tokens a word-piece tokenizer makes of a text, rather too many. */
export function estimateTokens(text: string): number {
  let count = 0
  for (const [found] of text.matchAll(/[\p{Script=Latin}\p{N}\p{M}]+|\S/gu))
    count += Math.ceil(found.length / lettersPerToken)
  return count
}
