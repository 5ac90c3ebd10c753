import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Repository } from './repository.ts'

/** What `flint git setup` puts into a repository, or would. */
export interface DriverSetup {
  /** Settings of the repository, by name. */
  readonly settings: ReadonlyMap<string, string>
  /** `.git/info/attributes`, which stays on this machine, before and after. */
  readonly before: string
  readonly after: string
  readonly isThere: boolean
}

const first = '# flint: notes are merged by their structure'
const lines = [first, '*.md merge=flint', '*.canvas merge=flint']

/** The driver's line for the shell that git starts: `%O` the base, `%A` ours and where the outcome goes, `%B` theirs. */
export function driverLine(command: readonly string[]): string {
  return [...command.map(forDriver), 'merge', '%O', '%A', '%B', '--marker-size', '%L', '--path', '%P'].join(
    ' ',
  )
}

/** A word for the shell, in which git fills in nothing. */
export function forDriver(word: string): string {
  return `'${word.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`
}

export async function planSetup(repository: Repository, driver: string): Promise<DriverSetup> {
  const before = await readAttributes(repository)
  const bare = withoutOwn(before)
  return {
    settings: new Map([
      ['merge.flint.name', 'flint merges notes by their structure'],
      ['merge.flint.driver', driver],
    ]),
    before,
    after: `${bare}${bare === '' || bare.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`,
    isThere: before !== bare && (await ownDriver(repository)) === driver,
  }
}

/** The attributes as they are without what flint put there. */
export async function planRemoval(
  repository: Repository,
): Promise<Pick<DriverSetup, 'before' | 'after' | 'isThere'>> {
  const before = await readAttributes(repository)
  const after = withoutOwn(before)
  return { before, after, isThere: before !== after || (await ownDriver(repository)) !== null }
}

/** The driver as the repository's own settings name it; null where they do not. */
async function ownDriver(repository: Repository): Promise<string | null> {
  const asked = ['config', '--local', '--get', 'merge.flint.driver']
  const { code, stdout } = await repository.git(asked, { expected: [1] })
  return code === 0 ? stdout.trim() : null
}

export async function setUpDriver(repository: Repository, { settings, after }: DriverSetup): Promise<void> {
  for (const [name, value] of settings) await repository.git(['config', '--local', name, value])
  await writeAttributes(repository, after)
}

export async function removeDriver(
  repository: Repository,
  { after }: Pick<DriverSetup, 'after'>,
): Promise<void> {
  await repository.git(['config', '--local', '--remove-section', 'merge.flint'], { expected: [128] })
  await writeAttributes(repository, after)
}

/** Whether notes of this repository are merged by flint when somebody runs git there. */
export async function isSetUp(repository: Repository): Promise<boolean> {
  const attributes = await readAttributes(repository)
  return attributes !== withoutOwn(attributes) && repository.setting('merge.flint.driver') !== null
}

function attributesFile(repository: Repository): string {
  return repository.fileOf('info/attributes')
}

async function readAttributes(repository: Repository): Promise<string> {
  return await readFile(attributesFile(repository), 'utf8').catch(() => '')
}

async function writeAttributes(repository: Repository, text: string): Promise<void> {
  const file = attributesFile(repository)
  if (text === '') {
    await rm(file, { force: true })
    return
  }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.flint`, text)
  await rename(`${file}.flint`, file)
}

function withoutOwn(text: string): string {
  return text.replace(`${lines.join('\n')}\n`, '')
}
