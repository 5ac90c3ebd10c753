import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { VaultError, type ErrorCode } from '../model/vault-error.ts'
import type { Cli } from './cli.ts'
import { CliError } from './cli-error.ts'
import type { Outcome } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import type { NoteFile } from './note-file.ts'
import { plainPath } from './plain-text.ts'

type Opened = Pick<NoteFile, 'vault' | 'file'>

/** The editor of this person, as git and others find it; null where none is named. */
export function editorOf({ env }: Cli): string | null {
  return [env['VISUAL'], env['EDITOR']].find((one) => one !== undefined && one.trim() !== '') ?? null
}

/** Opens a note that was just made; what became of it is said, however the editor ended. */
export async function openNew(note: Opened, cli: Cli): Promise<Pick<Outcome, 'text' | 'exitCode'>> {
  const { file } = note
  let failed: VaultError | CliError | null = null
  try {
    await openInEditor(note, cli)
  } catch (error) {
    if (!(error instanceof VaultError || error instanceof CliError)) throw error
    failed = error
  }
  if (failed === null) return { text: file }
  const isThere = existsSync(file)
  const { paintMessage } = cli.terminal
  const rest = isThere ? 'The note is made, and as the editor left it:' : isGone(file)
  cli.say(`${paintMessage('red', 'error:')} ${failed.message}\n${rest}`)
  return { text: isThere ? file : '', exitCode: exitCodes.failure }
}

/**
 * Opens a note, or another file of a vault, in the person's editor and waits for its end. What that has written is not in
 * the history: where nothing is left of the text it is said.
 */
export async function openInEditor({ vault, file }: Opened, cli: Cli): Promise<void> {
  await requireWritable(vault, cli)
  const editor = editorOf(cli)
  if (editor === null) {
    throw new VaultError('INVALID_ARGUMENT', 'No editor is named.', {
      hint: 'Set EDITOR, for example: export EDITOR=nano. flint show --path prints where a note is.',
    })
  }
  // What the editor draws must not go where the path of the note goes.
  const output = cli.terminal.isWatched ? 'inherit' : 2
  const wasEmpty = sizeOf(file) === 0
  const options: SpawnOptions = { stdio: ['inherit', output, 'inherit'], env: { ...cli.env } }
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${file}"`, { ...options, shell: true })
      : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], options)
  await once(child, 'close')
  const code = child.exitCode ?? child.signalCode
  const size = sizeOf(file)
  if (code !== 0) {
    const hint = `Look at EDITOR and VISUAL. ${size === null ? isGone(file) : 'The note is as the editor left it.'}`
    throw failure('INVALID_ARGUMENT', `The editor (${editor}) ended with ${String(code)}.`, hint)
  }
  if (size === null) throw failure('NOT_FOUND', `The editor (${editor}) has removed the note.`, isGone(file))
  if (size === 0 && !wasEmpty) cli.say(`${plainPath(file)} is empty now.`)
}

function failure(code: ErrorCode, message: string, hint: string): CliError {
  return new CliError({ error: { code, message, hint } }, exitCodes.failure)
}

function isGone(file: string): string {
  return `The note is gone: ${plainPath(file)}`
}

/** Null for a file that is not there. */
function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null
}

/** An editor writes past the tools: what they may not change is not opened to be changed. */
async function requireWritable(id: string, cli: Cli): Promise<void> {
  const [{ hub }, { mayChange }] = await Promise.all([cli.app(), import('../page/calls/why-not-edited.ts')])
  const vault = await hub.open((await hub.find(id)).id)
  if (mayChange(vault)) return
  throw new VaultError('PERMISSION_DENIED', `Vault "${id}" does not allow its notes to be changed.`, {
    permission: 'permissions.write',
    hint: 'Its owner can allow it in .flint-note/config.yml. flint show prints the note.',
  })
}
