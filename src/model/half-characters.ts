import { VaultError } from './vault-error.ts'

/** Half of a surrogate pair cannot be written as UTF-8: it would silently become U+FFFD. */
export function refuseHalfCharacters(texts: readonly string[]): void {
  if (texts.every((text) => text.isWellFormed())) return
  throw new VaultError('INVALID_ARGUMENT', 'The text has half of a surrogate pair, which no file can hold.', {
    hint: 'Send whole characters: an emoji is two halves in JSON, \\ud83d\\ude00.',
  })
}

/** JSON with U+FFFD for each half of a surrogate pair: clients whose strings are Unicode cannot read one. */
export function withoutHalfCharacters(json: string): string {
  // What is whole stands in JSON as it is.
  return json.includes('\\ud') ? json.replaceAll(half, '$1\ufffd') : json
}

/** Its escape, before which each backslash is one of a pair. */
const half = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g
