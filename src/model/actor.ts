import { beginning } from './whole-characters.ts'

/**
 * Who has made a change: an MCP client by the name that it gives itself, the bearer of a token by the token's name, a
 * person on the page, who ran a command, or flint itself (it kept what an editor wrote, or read what arrived in `raw/`).
 */
export type Actor = 'cli' | 'flint' | 'person' | `${'client' | 'token' | 'person'} ${string}`

const mostNameLength = 80

/** Names come from outside: one line without control characters, at most 80 characters long. */
export function actorOf(kind: 'client' | 'token' | 'person', name: string): Actor {
  const plain = plainName(name)
  return `${kind} ${beginning(plain, mostNameLength) || 'without a name'}`
}

/** A name as the history shows it, so that two that look the same are one: on one line, without characters that do not show. */
export function plainName(name: string): string {
  return name
    .replaceAll(/(?![\t\n\v\f\r])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .normalize('NFC')
}
