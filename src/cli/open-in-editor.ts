import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { VaultError } from '../model/vault-error.ts'
import type { Cli } from './cli.ts'
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
  let failed: VaultError | null = null
  try {
    await openInEditor(note, cli)
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    failed = error
  }
  const isThere = existsSync(file)
  if (failed === null && isThere) return { text: file }
  const { paintMessage } = cli.terminal
  const said = failed?.message ?? `The editor (${editorOf(cli) ?? ''}) has removed the new note.`
  const rest = isThere
    ? 'The note is made, and as the editor left it:'
    : `The note is gone: ${plainPath(file)}`
  cli.say(`${paintMessage('red', 'error:')} ${said}\n${rest}`)
  return { text: isThere ? file : '', exitCode: exitCodes.failure }
}

/** Opens a note, or another file of a vault, in the person's editor and waits for its end. */
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
  const options: SpawnOptions = { stdio: ['inherit', output, 'inherit'], env: { ...cli.env } }
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${file}"`, { ...options, shell: true })
      : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], options)
  await once(child, 'close')
  const code = child.exitCode ?? child.signalCode
  if (code === 0) return
  throw new VaultError('INVALID_ARGUMENT', `The editor (${editor}) ended with ${String(code)}.`, {
    hint: 'Look at EDITOR and VISUAL. The note is as the editor left it.',
  })
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
