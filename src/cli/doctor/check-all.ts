import { fileTokens } from '../../access/token-file.ts'
import type { KnownVault } from '../../model/known-vault.ts'
import { configFolder, dataFolder } from '../../registry/config-folder.ts'
import { getVaultInfo } from '../../tools/vaults/get-vault-info.ts'
import type { OutputOf } from '../../call/tool.ts'
import { countOf } from '../plain-text.ts'
import type { Cli } from '../cli.ts'
import { checkCluster } from './check-cluster.ts'
import { checkEmbedding } from './check-embedding.ts'
import { checkIssuer } from './check-issuer.ts'
import { checkFolder } from './check-folder.ts'
import { checkParts } from './check-parts.ts'
import { checkRegistry } from './check-registry.ts'
import { checkSqlite } from './check-sqlite.ts'
import { checkTokens } from './check-tokens.ts'
import { checkVault } from './check-vault.ts'
import { checkWatches } from './check-watches.ts'
import { cureOf, type Finding, ok, problem, warning } from './finding.ts'
import { messageOf } from '../../model/error-code.ts'

/** Checks everything that must be right. A problem in one place does not stop the other checks. */
export async function checkAll(cli: Cli): Promise<readonly Finding[]> {
  const { env } = cli
  const app = await cli.app()
  const { hub } = app
  const sqlite = await checkSqlite()
  const machine = [
    ok('node', `Node ${process.version}`),
    sqlite,
    await checkFolder('config folder', configFolder(env), 'FLINT_CONFIG_DIR'),
    await checkFolder('data folder', dataFolder(env), 'FLINT_DATA_DIR'),
    ...(await checkRegistry(hub)),
    ...((await checkCluster(cli)) ?? [await checkTokens(fileTokens(hub.configFolder))]),
    ...(await checkIssuer(hub)),
    ...(await checkParts({ hasSqlite: sqlite.state === 'ok' })),
    ...(await checkEmbedding(app)),
  ]
  const vaults = await vaultsToCheck(cli)
  const findings = [...machine, ...(await checkWatches(vaults))]
  // Without it no vault opens, and each would only say so.
  if (sqlite.state === 'problem') return findings
  for (const vault of vaults) {
    const found = await checkVault(vault, hub)
    findings.push(...found)
    // Notes are read whatever the settings say.
    const isReadable = found.every(({ check, state }) => state !== 'problem' || check === 'settings')
    if (isReadable) findings.push(...(await notesOf(vault.id, cli)))
  }
  return findings
}

async function notesOf(id: string, cli: Cli): Promise<readonly Finding[]> {
  const findings = await checkNotes(id, cli).catch((error: unknown) => [
    problem('notes', messageOf(error), cureOf(error) ?? `flint reindex --vault ${id}`),
  ])
  return findings.map((finding) => ({ ...finding, vault: id }))
}

async function checkNotes(id: string, cli: Cli): Promise<readonly Finding[]> {
  const info = await cli.call(getVaultInfo, { vault_id: id, detailed: true })
  if (info.vault === undefined) return [checkParsing(id, undefined)]
  return [checkParsing(id, info.unparsable), ...checkGit(info.git)]
}

const mostNamed = 5

type Info = Extract<OutputOf<typeof getVaultInfo>, { readonly vault: object }>

/** Notes with unreadable frontmatter: they are indexed as text, without their fields. */
function checkParsing(id: string, unparsable: Info['unparsable']): Finding {
  if (unparsable === undefined) return ok('notes', 'not looked at: the vault keeps no index')
  if (unparsable.length === 0) return ok('notes', 'all can be parsed')
  const named = unparsable.slice(0, mostNamed).map(({ path, problem }) => `${path} (${problem})`)
  const more = unparsable.length > mostNamed ? `, and others: flint status ${id}` : ''
  return warning(
    'notes',
    `${countOf(unparsable.length, 'note')} cannot be read as ${unparsable.length === 1 ? 'it' : 'they'} should: ${named.join(', ')}${more}.`,
    'Mend what is said of each: the YAML between its --- lines, or its permissions. Until then it is found by what is known of it.',
  )
}

/** Notes in conflict, and changes that are not committed. */
function checkGit(git: Info['git']): readonly Finding[] {
  if (git === undefined) return []
  const {
    conflicts = [],
    conflict_count: count = 0,
    commits_waiting: waiting = 0,
    state,
    commits_problem: why,
  } = git
  const findings: Finding[] = []
  if (count > 0) {
    const named = conflicts.slice(0, mostNamed).join(', ')
    const found = `${countOf(count, 'note')} in conflict: ${named}${count > mostNamed ? ', and others' : ''}.`
    findings.push(warning('git', found, 'Run flint sync: it says what is to be decided of each.'))
  }
  if (why !== undefined && waiting === 0) findings.push(warning('git', why, 'flint sync says how to go on.'))
  else if (why !== undefined) {
    const found = `${countOf(waiting, 'change')} not committed yet: ${why}`
    findings.push(warning('git', found, 'They are committed once that is over; nothing of them is lost.'))
  }
  if (findings.length > 0) return findings
  return state === undefined
    ? [ok('git', 'nothing in conflict')]
    : [warning('git', state, 'Finish it, or give it up, with git.')]
}

/** The vaults of `--vault`, else all; none if the registry cannot be read. */
async function vaultsToCheck(cli: Cli): Promise<readonly KnownVault[]> {
  try {
    return cli.named.isAny ? await cli.vaultsMeant() : await (await cli.app()).hub.known()
  } catch {
    return []
  }
}
