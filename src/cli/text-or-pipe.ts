import { VaultError } from '../model/vault-error.ts'
import { askWords } from './ask-at-terminal.ts'
import { canAskHere } from './choose-note.ts'
import type { Cli } from './cli.ts'
import { readAll } from './read-all.ts'

/** The words after a command, else what is piped in, else what the person at the terminal types when asked. */
export async function textOrPipe(
  words: readonly string[] | undefined,
  cli: Cli,
  question?: string,
): Promise<string> {
  if (words !== undefined && words.length > 0 && !(words.length === 1 && words[0] === '-'))
    return words.join(' ')
  if (cli.streams.stdin.isTTY !== true) {
    const text = await readAll(cli.streams.stdin)
    if (text.trim() !== '') return text.replace(/\r?\n$/, '')
  }
  if (question !== undefined && canAskHere(cli)) return await askWords(question, cli)
  throw new VaultError('INVALID_ARGUMENT', 'There is no text.', {
    hint: 'Give it after the command, or pipe it in.',
  })
}
