import { beginning } from './whole-characters.ts'

// Of a longer one, which only a fence can be, the beginning is embedded.
const mostCharacters = 8_000

/** What is embedded of a chunk: the headings that it stands under, and its text. */
export function passageText(heading: string, text: string): string {
  return beginning(`${heading}\n${text}`, mostCharacters)
}
