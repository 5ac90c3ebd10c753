import { lstat, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { VaultError } from '../../model/vault-error.ts'
import type { ClientFile, Machine } from './client-file.ts'
import { editJson } from './edit-json.ts'
import { editToml } from './edit-toml.ts'
import { editYamlText } from './edit-yaml-text.ts'
import { placeVariables } from './flint-server.ts'
import { readSettingsText, type Settings } from './read-settings-text.ts'
import { isRecord } from '../../model/is-record.ts'
import { messageOf } from '../../model/error-code.ts'

export interface ClientFilePlan {
  /** The path that the client uses. */
  readonly path: string
  /** Where its bytes are, if a link of the user's leads elsewhere. */
  readonly real: string
  /** Null where there is no file yet. */
  readonly before: string | null
  readonly after: string
}

const byteOrderMark = '\uFEFF'

/** The keys for how a server is reached: in an existing entry these are replaced and the rest stays. */
const ways = new Set(
  (
    'type source transport command args cmd cwd env envs environment ' +
    'url uri httpUrl serverUrl headers http_headers env_http_headers bearer_token_env_var'
  ).split(' '),
)

/**
 * The client's file with flint in it; without it where there is no entry. Comments, other servers and all else stay; a file that cannot be read, or not be
 * changed without affecting more, is refused.
 */
export async function planClientFile(
  file: ClientFile,
  entry: Settings | null,
  machine: Machine,
): Promise<ClientFilePlan> {
  const path = await placeOf(file, machine)
  const shown = tilde(path, machine.home)
  const real = await realPlace(path, shown, machine)
  const before = await readIfThere(real)
  const mark = before?.startsWith(byteOrderMark) === true ? byteOrderMark : ''
  const text = before?.slice(mark.length) ?? ''
  const settings = readOrRefuse(text, file, shown)
  const servers = settings[file.section] ?? {}
  if (!isRecord(servers)) throw refused(shown, `its \`${file.section}\` is no mapping`)
  const wanted =
    entry === null
      ? withoutFlint(settings, file.section, servers)
      : { ...settings, [file.section]: { ...servers, flint: merged(servers['flint'], entry) } }
  if (isDeepStrictEqual(settings, wanted)) return { path, real, before, after: before ?? '' }
  const after = edited(text, file, settings, wanted)
  if (after === null) throw refused(shown, 'it is written in a way that cannot be changed safely')
  return { path, real, before, after: mark + after }
}

/** `/home/ada/.cursor/mcp.json` → `~/.cursor/mcp.json`. */
export function tilde(path: string, home: string): string {
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}

async function placeOf({ places }: ClientFile, machine: Machine): Promise<string> {
  const [first = '', ...others] = places(machine)
  for (const path of [first, ...others]) if (await isThere(path)) return path
  return first
}

async function isThere(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  )
}

/** Follows links within the home folder, where users keep such files together, and none that leads out of it. */
async function realPlace(path: string, shown: string, { home }: Machine): Promise<string> {
  const missing: string[] = []
  let there = path
  while (!(await isThere(there))) {
    missing.unshift(basename(there))
    there = dirname(there)
  }
  const found = await realpath(there).catch(() => null)
  if (found === null) throw refused(shown, 'it is a link that leads nowhere')
  const real = join(found, ...missing)
  const own = await realpath(home)
  if (real !== path && !real.startsWith(own + sep))
    throw refused(shown, `it is a link that leads out of your home folder, to ${real}`)
  return real
}

async function readIfThere(path: string): Promise<string | null> {
  if (!(await isThere(path))) return null
  if (!(await lstat(path)).isFile()) throw refused(path, 'it is no file')
  return await readFile(path, 'utf8')
}

function readOrRefuse(text: string, { format }: ClientFile, shown: string): Settings {
  try {
    const settings = readSettingsText(text, format)
    if (settings !== null) return settings
  } catch (error) {
    const [reason = ''] = messageOf(error).split('\n')
    throw refused(shown, `it is no valid ${format.toUpperCase()}: ${reason.replace(/[.:]$/, '')}`, error)
  }
  throw refused(shown, 'it holds no mapping')
}

function withoutFlint(settings: Settings, section: string, servers: Settings): Settings {
  const { flint, ...others } = servers
  return flint === undefined ? settings : { ...settings, [section]: others }
}

/** The user's other settings of the server stay: `disabled`, `autoApprove`, `timeout`, and variables for a program. */
function merged(known: unknown, entry: Settings): Settings {
  if (!isRecord(known)) return entry
  const kept = Object.entries(known).filter(([key]) => !ways.has(key))
  const isProgram = 'command' in entry || 'cmd' in entry
  const variables = Object.entries(known).flatMap(([key, values]): [string, unknown][] => {
    if (!isProgram || !isRecord(values) || !/^env(?:s|ironment)?$/.test(key)) return []
    const own = isRecord(entry[key]) ? entry[key] : {}
    const others = Object.entries(values).filter(([name]) => !placeVariables.includes(name))
    const all = { ...Object.fromEntries(others), ...own }
    return Object.keys(all).length === 0 ? [] : [[key, all]]
  })
  return { ...entry, ...Object.fromEntries([...variables, ...kept]) }
}

const editors = { json: editJson, toml: editToml, yaml: editYamlText }

/** The edited text; null if no edit gives the wanted result. */
function edited(
  text: string,
  { format, section }: ClientFile,
  settings: Settings,
  wanted: Settings,
): string | null {
  try {
    const after = editors[format](text, settings, wanted)
    const read = readSettingsText(after, format)
    // In TOML a table is there with what is in it.
    const isWanted = isDeepStrictEqual({ [section]: {}, ...read }, { [section]: {}, ...wanted })
    return read !== null && isWanted ? after : null
  } catch {
    return null
  }
}

function refused(path: string, reason: string, cause?: unknown): VaultError {
  return new VaultError(
    'CONFLICT',
    `${path} was not written: ${reason}.`,
    { hint: 'Put the lines there in an editor; without --write they are printed.' },
    { cause },
  )
}
