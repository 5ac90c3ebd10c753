/** What a word weighs in BM25 that so many of the notes have. */
export function weightOf(count: number, notes: number): number {
  return Math.max(1e-6, Math.log((notes - count + 0.5) / (count + 0.5)))
}
