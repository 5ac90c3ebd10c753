import { fileNameOf, stemOf } from '../../../model/note-path.ts'

/** The candidate whose title or file name is most like a name, of two the one whose file name is; null where none is like it. */
export function closestTitle<Candidate extends { readonly title: string; readonly path: string }>(
  name: string,
  candidates: readonly Candidate[],
): Candidate | null {
  const ranked = candidates
    .map((candidate) => {
      const ofFile = likeness(name, stemOf(candidate.path))
      return { candidate, ofFile, likeness: Math.max(ofFile, likeness(name, candidate.title)) }
    })
    .sort((a, b) => b.likeness - a.likeness || b.ofFile - a.ofFile)
  const [first] = ranked
  return first !== undefined && first.likeness >= 0.45 ? first.candidate : null
}

/** The share of pairs of letters that two names have in common, from 0 to 1. */
function likeness(one: string, other: string): number {
  const a = pairsOf(one)
  const b = pairsOf(other)
  if (a.length === 0 || b.length === 0) return 0
  const left = [...b]
  let shared = 0
  for (const pair of a) {
    const at = left.indexOf(pair)
    if (at < 0) continue
    left.splice(at, 1)
    shared += 1
  }
  return (2 * shared) / (a.length + b.length)
}

function pairsOf(name: string): readonly string[] {
  const letters =
    fileNameOf(name)
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? []
  return letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`)
}
