import type { CommandGroup } from './command-face.ts'
import { type Command, commandList } from './command-list.ts'
import { startThreads, type CommandThreads } from './command-threads.ts'

/** Groups of commands that ask or change the notes of a vault. */
const ofVaults: ReadonlySet<CommandGroup> = new Set(['Find:', 'Write:', 'Changes:'])

export function opensVault({ opensVault: own, group }: Command): boolean {
  return own ?? ofVaults.has(group)
}

/**
 * Begins what serves the index of the vault that a command line asks, as far as that can be told before it is parsed; null
 * where it cannot, or nothing is needed.
 */
export async function threadFor(words: readonly string[]): Promise<CommandThreads | null> {
  const command = words.includes('--help') || words.includes('-h') ? null : commandOf(words)
  return command !== null && opensVault(command)
    ? await startThreads({ runsSql: command.name === 'sql' })
    : null
}

/** By the first word that is a command's. */
export function commandOf(words: readonly string[]): Command | null {
  for (const [at, word] of words.entries()) {
    const found = commandList.find(({ name, aliases }) => {
      const [first, second] = name.split(' ')
      return (
        aliases?.includes(word) === true || (first === word && (second ?? words[at + 1]) === words[at + 1])
      )
    })
    if (found !== undefined) return found
  }
  return null
}
