import { pathToFileURL } from 'node:url'
import type { Terminal } from './terminal.ts'

const escape = '\u001b]8;;'
const end = '\u001b\\'

/** A text that opens the file when it is clicked, where the terminal shows such links. */
export function linkTo(file: string, text: string, { hasLinks }: Pick<Terminal, 'hasLinks'>): string {
  return hasLinks && text !== '' ? `${escape}${pathToFileURL(file).href}${end}${text}${escape}${end}` : text
}
