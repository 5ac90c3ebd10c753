import type { Advice, AdviceKind, Said } from '../model/advice.ts'
import { inWords, type Sentences, type Words } from './advice-words.ts'
import { noteAdvice } from './note-advice.ts'
import type { Served } from './served.ts'
import { vaultAdvice } from './vault-advice.ts'
import { workAdvice } from './work-advice.ts'

/**
 * The only place that names tools and commands to a caller, but for what tools, prompts and commands say of themselves:
 * the next step for each kind of advice, with what this caller has.
 */
const sentences: Sentences = { ...noteAdvice, ...vaultAdvice, ...workAdvice }

/** Says something to a caller. Empty where nothing of it helps who has no more than is served. */
export function say(said: Said, served: Served): string {
  return allOf(said, inWords(served)).join(' ')
}

function allOf(said: Said, words: Words): readonly string[] {
  if (typeof said === 'string') return said === '' ? [] : [said]
  if (!('kind' in said)) return said.flatMap((part) => allOf(part, words))
  const sentence = sentenceOf(said, words)
  return sentence === null ? [] : [sentence]
}

function sentenceOf<Kind extends AdviceKind>(advice: Advice<Kind>, words: Words): string | null {
  return sentences[advice.kind](advice, words)
}
