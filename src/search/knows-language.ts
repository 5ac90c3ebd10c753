import type { EmbeddingModel } from '../model/embedding-model.ts'

/**
 * A word of a language that the model knows is a few pieces of its vocabulary; of any other it falls into letters. English
 * questions have 2.3 letters in a piece or more, the middle one three; German ones 1.5 to 2.7, the middle one 1.9: what lies between is read
 * for little.
 */
const strange = 2.3
const familiar = 2.7
/** A short text says little of its language: it is read as if so many more pieces were familiar. */
const unsaid = 5

// Words that only English has.
const functionWords =
  /\b(?:about|and|are|because|been|before|between|can|could|did|does|during|for|from|have|how|into|its|my|of|our|should|than|that|the|their|there|these|they|this|those|through|to|what|when|where|which|who|why|with|would|your)\b/i

/**
 * How far a model that knows English alone can read a text, 0 to 1. What it cannot read it would answer with noise.
 *
 *     knowsLanguage('What is in the garden?', english, count)   // 1
 *     knowsLanguage('庭に何がありますか', english, count)   // 0
 */
export function knowsLanguage(
  text: string,
  { languages }: Pick<EmbeddingModel, 'languages'>,
  countTokens: (text: string) => number,
): number {
  if (languages !== 'English') return 1
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (letters === 0) return 0
  const latin = text.match(/[\p{Script=Latin}\p{N}]/gu)?.length ?? 0
  if (latin * 2 < letters) return 0
  if (functionWords.test(text)) return 1
  // A mark is a piece of its own, and says nothing of a language.
  const words = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\s]+/gu, ' ')
  const perToken = (letters + unsaid * familiar) / (countTokens(words) + unsaid)
  return Math.min(1, Math.max(0, (perToken - strange) / (familiar - strange)))
}
