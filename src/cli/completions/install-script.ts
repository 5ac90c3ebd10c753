import { readFile, realpath, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { unifiedDiff } from '../../markdown/text/unified-diff.ts'
import { VaultError } from '../../model/vault-error.ts'
import { type Environment, homeFolder, xdgFolder } from '../../registry/config-folder.ts'
import { hasCode } from '../../model/error-code.ts'
import { makeFolder } from '../../own-files/make-private-folder.ts'
import { writeAtomically } from '../../registry/write-atomically.ts'
import { deadLink } from '../behind-path.ts'
import { completionScript } from './completion-script.ts'
import type { Shell } from './shell-words.ts'

/** A file as it is and as it is to be; null where there is none. */
export interface FileStep {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** Ends our line, and says what else was put there with it. */
const mark = /# flint completions(?: \(with (this file|the line break above)\))?$/

/** The shell that this person uses. */
export function shellOf(env: Environment): Shell {
  const name = basename(env['SHELL'] ?? '')
  if (name === 'bash' || name === 'zsh' || name === 'fish') return name
  throw new VaultError('INVALID_ARGUMENT', 'Your shell is not known.', {
    hint: 'Name it: flint completions install bash, zsh or fish.',
  })
}

/** What putting the completions in place changes, or taking them out. Nothing where that is done. */
export async function planScript(
  shell: Shell,
  { env, isRemoved }: { readonly env: Environment; readonly isRemoved: boolean },
): Promise<readonly FileStep[]> {
  const places = placesOf(shell, env)
  const script = await stepFor(places.script, () => (isRemoved ? null : completionScript(shell)))
  const { settings } = places
  if (settings === null) return [script].filter(isChange)
  const line = `[ -f ${quote(places.script)} ] && . ${quote(places.script)}`
  const start = await stepFor(settings, (before) =>
    isRemoved ? withoutLine(before) : withLine(before, line),
  )
  return [script, start].filter(isChange)
}

function withLine(before: string | null, line: string): string {
  const text = before ?? ''
  const lines = text.split('\n')
  if (lines.some((one) => mark.test(one)))
    return lines.map((one) => (mark.test(one) ? `${line} ${mark.exec(one)?.[0] ?? ''}` : one)).join('\n')
  if (before === null) return `${line} # flint completions (with this file)\n`
  return text === '' || text.endsWith('\n')
    ? `${text}${line} # flint completions\n`
    : `${text}\n${line} # flint completions (with the line break above)\n`
}

/** As it was before; null where the file came with the line. */
function withoutLine(before: string | null): string | null {
  const lines = before?.split('\n') ?? []
  const at = lines.findIndex((one) => mark.test(one))
  if (at === -1) return before
  const came = mark.exec(lines[at] ?? '')?.[1]
  const rest = lines.filter((one) => !mark.test(one)).join('\n')
  if (came === 'this file' && rest === '') return null
  return came === 'the line break above' && at === lines.length - 2 ? rest.replace(/\n$/, '') : rest
}

function placesOf(shell: Shell, env: Environment) {
  const home = homeFolder(env)
  const data = xdgFolder(env, 'XDG_DATA_HOME') ?? join(home, '.local/share')
  const config = xdgFolder(env, 'XDG_CONFIG_HOME') ?? join(home, '.config')
  switch (shell) {
    case 'fish':
      return { script: join(config, 'fish/completions/flint.fish'), settings: null }
    case 'zsh':
      return {
        script: join(data, 'flint-note/completions.zsh'),
        settings: join(named(env['ZDOTDIR']) ?? home, '.zshrc'),
      }
    case 'bash':
      return { script: join(data, 'flint-note/completions.bash'), settings: join(home, '.bashrc') }
  }
}

/** An empty variable says as much as none. */
function named(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}

async function stepFor(path: string, change: (before: string | null) => string | null): Promise<FileStep> {
  // What is a link stays one.
  const real = await realpath(path).catch(() => path)
  const before = await readFile(real, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT') && deadLink(real) === null) return null
    throw error
  })
  return { path: real, before, after: change(before) }
}

function isChange({ before, after }: FileStep): boolean {
  return before !== after
}

/** What a person is shown before it is done: of our own script only where it goes. */
export function describeStep({ path, before, after }: FileStep): string {
  if (/completions\.(bash|zsh)$|flint\.fish$/.test(path))
    return `${after === null ? 'Remove' : 'Write'} ${path}`
  return unifiedDiff(before ?? '', after ?? '', { path })
}

export async function carryOut({ path, before, after }: FileStep): Promise<void> {
  const isAsSeen = async () => (await readFile(path, 'utf8').catch(() => null)) === before
  if (after === null) {
    await rm(path, { force: true })
    return
  }
  makeFolder(dirname(path))
  if (await writeAtomically(path, after, isAsSeen, before === null ? 0o644 : undefined)) return
  throw new VaultError('CONFLICT', `${path} was changed meanwhile; it is as it was.`, {
    hint: 'Run the command again.',
  })
}

function quote(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`
}
