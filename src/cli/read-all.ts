import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { VaultError } from '../model/vault-error.ts'

/** Everything that comes through a pipe. What is not UTF-8 is INVALID_ARGUMENT: no letter of it may be lost. */
export async function readAll(stdin: Readable): Promise<string> {
  const bytes = await buffer(stdin)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new VaultError(
      'INVALID_ARGUMENT',
      'What is piped in is not UTF-8. Nothing was written.',
      { hint: 'Convert it, for example with iconv -f LATIN1 -t UTF-8.' },
      { cause },
    )
  }
}
