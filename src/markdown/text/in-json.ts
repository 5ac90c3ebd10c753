/** A text as written between the quotes of a JSON string. */
export function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
