/** A text of these lines, the last one ended too. */
export function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('')
}
