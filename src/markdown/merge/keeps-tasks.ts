import { agreedIn, type Piece, type ThreeWays } from './merged.ts'

/** Whether, of several tasks with one text, those are done that somebody has ticked. */
export function keepsTasks(
  { base, ours, theirs }: ThreeWays<readonly string[]>,
  merged: readonly Piece[],
): boolean {
  const [mine, yours, now] = [statesByText(ours), statesByText(theirs), statesByText(agreedIn(merged))]
  return [...statesByText(base)].every(([text, states]) => {
    const [one, other, kept] = [mine.get(text), yours.get(text), now.get(text)]
    // Where one was added or removed nobody can tell them apart.
    if ([one, other, kept].some((list) => list?.length !== states.length)) return true
    return states.every((state, at) => {
      const changed = [one?.[at], other?.[at]].filter((now) => now !== state)
      return changed.length === 0 ? kept?.[at] === state : changed.includes(kept?.[at])
    })
  })
}

function statesByText(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const states = new Map<string, string[]>()
  for (const line of lines) {
    const { state, text } =
      /^[\s>]*(?:[-*+]|\d{1,9}[.)])\s+\[(?<state>.)\]\s+(?<text>.*\S)/u.exec(line)?.groups ?? {}
    if (state !== undefined && text !== undefined) states.set(text, [...(states.get(text) ?? []), state])
  }
  return states
}
