import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file that flint installs: its path below `.claude`, and its text. */
export interface SkillFile {
  readonly path: string
  readonly text: string
}

/** Above the build, in the package and in a checkout alike. */
const plugin = fileURLToPath(new URL('../../../../plugin/', import.meta.url))

/** The skills of this flint, and the command for clients that know only commands. */
export async function readSkillFiles(): Promise<readonly SkillFile[]> {
  const [skills, commands] = await Promise.all([readBelow('skills'), readBelow('claude-commands')])
  return [
    ...skills.map(({ path, text }) => ({ path: `skills/${path}`, text })),
    ...commands.map(({ path, text }) => ({ path: `commands/${path}`, text })),
  ]
}

async function readBelow(name: string): Promise<readonly SkillFile[]> {
  const folder = join(plugin, name)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return await Promise.all(
    files.sort().map(async (file) => ({
      path: file.slice(folder.length + 1).replaceAll(sep, '/'),
      text: await readFile(file, 'utf8'),
    })),
  )
}

/** Hash of the text, whatever its line ends: git may have changed those. */
export function hashText(text: string): string {
  const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n'))
  return `sha256:${hash.digest('hex')}`
}
