import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isAbsent, loadFault, parts, type Part } from '../../model/load-fault.ts'
import type { Kernel } from '../../own-files/kernel-memory.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Checks the optional packages, and files of flint's own. A missing one is a warning that says what does not work. */
export async function checkParts({
  hasSqlite,
}: {
  readonly hasSqlite: boolean
}): Promise<readonly Finding[]> {
  const trials = [
    // It is loaded into SQLite: where that does not work, nothing is known of it.
    ...(hasSqlite ? [trial('sqlite-vec', parts.vectors, openVectors)] : []),
    trial('nearness', parts.nearness, () => openKernel('nearness', 'near vectors can be found')),
    trial('own-model', parts.ownModel, () => openKernel('own-model', 'a vault can make a model of itself')),
    checkRuntime(),
    trial('tokenizers', parts.tokenizers, openTokenizers),
    trial('mupdf', parts.pdf, openMupdf),
    trial('ripgrep', parts.ripgrep, startRipgrep),
  ]
  return await Promise.all(trials)
}

/** `use` says what it found, or throws. */
async function trial(check: string, part: Part, use: () => Promise<string>): Promise<Finding> {
  try {
    return ok(check, await use())
  } catch (error) {
    const { reason, cure } = loadFault(part, error)
    return warning(check, reason, cure)
  }
}

async function openVectors(): Promise<string> {
  const [{ default: Database }, { load }] = await Promise.all([
    import('better-sqlite3'),
    import('sqlite-vec'),
  ])
  const database = new Database(':memory:')
  load(database)
  const version: unknown = database.prepare('SELECT vec_version()').pluck().get()
  database.close()
  return `sqlite-vec ${String(version)}`
}

async function openKernel(kernel: Kernel, well: string): Promise<string> {
  const { KernelMemory } = await import('../../own-files/kernel-memory.ts')
  new KernelMemory(kernel).reserve(1)
  return well
}

/** Flint never installs it, so its absence is no fault. */
async function checkRuntime(): Promise<Finding> {
  try {
    await import('onnxruntime-node')
    return ok('onnxruntime', 'downloaded models can be run')
  } catch (error) {
    const { reason, cure } = loadFault(parts.runtime, error)
    return isAbsent(error)
      ? ok('onnxruntime', `not installed: only downloaded models need it. ${cure}`)
      : warning('onnxruntime', reason, cure)
  }
}

async function openTokenizers(): Promise<string> {
  await import('@anush008/tokenizers')
  return 'text can be read for downloaded models'
}

async function openMupdf(): Promise<string> {
  await import('mupdf')
  return 'PDFs can be read'
}

async function startRipgrep(): Promise<string> {
  const { rgPath } = await import('@vscode/ripgrep')
  const { stdout } = await promisify(execFile)(rgPath, ['--version'])
  return stdout.split('\n')[0] ?? ''
}
