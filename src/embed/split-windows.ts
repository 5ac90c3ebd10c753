/** Cuts a list of tokens into as few windows as this length allows, all about equally long. At least one. */
export function splitWindows<Token>(
  tokens: readonly Token[],
  longest: number,
): readonly (readonly Token[])[] {
  const count = Math.max(1, Math.ceil(tokens.length / longest))
  return Array.from({ length: count }, (_, index) =>
    tokens.slice(
      Math.round((index * tokens.length) / count),
      Math.round(((index + 1) * tokens.length) / count),
    ),
  )
}
