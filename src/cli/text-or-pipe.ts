import { VaultError } from '../model/vault-error.ts'
import { askWords } from './ask-at-terminal.ts'
import type { Cli } from './cli.ts'
import { readAll } from './read-all.ts'

/** The words after a command, else what is piped in, else what the person at the terminal types when asked. */
export async function textOrPipe(words: readonly string[], cli: Cli, question?: string): Promise<string> {
  const text = words.join(' ')
  if (words.length > 0 && text !== '-') return text
  if (cli.streams.stdin.isTTY !== true) {
    const piped = await readAll(cli.streams.stdin)
    if (piped.trim() !== '') return piped.replace(/\r?\n$/, '')
  }
  if (question !== undefined && cli.canAsk) return await askWords(question, cli)
  throw new VaultError('INVALID_ARGUMENT', 'There is no text.', {
    hint: 'Give it after the command, or pipe it in.',
  })
}
