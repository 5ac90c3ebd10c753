import { mkdir } from 'node:fs/promises'
import { VaultError } from '../model/vault-error.ts'

interface Entry {
  readonly path: string
  readonly type: string
  readonly size: number
}

const mostEntries = 1_000
const mostBytes = 8e9

/**
 * Unpacks a `.tar.gz` into an empty folder. An archive with anything in it but plain files and folders below its own, or
 * with too much, is refused before a file is written; a damaged one fails.
 */
export async function extractArchive(archive: string, folder: string): Promise<void> {
  const { extract, list } = await import('tar')
  const entries: Entry[] = []
  try {
    await list({
      file: archive,
      strict: true,
      onReadEntry: ({ path, type, size }) => void entries.push({ path, type, size }),
    })
  } catch (error) {
    throw damaged(error)
  }
  const refusal = whyRefused(entries)
  if (refusal !== null)
    throw new VaultError('INGEST_FAILED', `The archive was refused: ${refusal}.`, { hint })
  await mkdir(folder, { recursive: true })
  try {
    await extract({ file: archive, cwd: folder, strict: true, filter: (path) => !isAppleDouble(path) })
  } catch (error) {
    throw damaged(error)
  }
}

const hint = 'Get the model from its own place: flint models pull without --from.'

function whyRefused(entries: readonly Entry[]): string | null {
  if (entries.length === 0) return 'it is empty'
  if (entries.length > mostEntries) return `it holds more than ${mostEntries} files`
  if (entries.reduce((sum, { size }) => sum + size, 0) > mostBytes) return 'what it holds is too large'
  for (const { path, type } of entries) {
    const name = JSON.stringify(path)
    if (!['File', 'OldFile', 'ContiguousFile', 'Directory'].includes(type))
      return `${name} is neither a file nor a folder`
    if (/^[/\\]|^[A-Za-z]:|\0/.test(path) || path.split(/[/\\]/).includes('..'))
      return `${name} lies outside of it`
  }
  return null
}

/** What macOS puts beside each file. */
function isAppleDouble(path: string): boolean {
  return /(?:^|\/)\._[^/]*$/.test(path)
}

function damaged(cause: unknown): VaultError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new VaultError(
    'INGEST_FAILED',
    `The archive is damaged: ${why}`,
    { hint: 'Repeat the command: it is downloaded anew.' },
    { cause },
  )
}
