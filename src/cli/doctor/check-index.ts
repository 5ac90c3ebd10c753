import { join } from 'node:path'
import type { VaultHub } from '../../registry/vault-hub.ts'
import { cureOf, type Finding, ok, problem, warning } from './finding.ts'
import { messageOf } from '../../model/error-code.ts'

type OpenVault = Awaited<ReturnType<VaultHub['open']>>

const settleWithinMs = 60_000

/** Checks an open vault's index: whole, up to date, and maintained by some process. */
export async function checkIndex(vault: OpenVault): Promise<readonly Finding[]> {
  if (!vault.config.search.index_enabled) return [ok('index', 'none: search.index_enabled is false')]
  await vault.index.settled(settleWithinMs)
  return [await checkIntegrity(vault), checkWatcher(vault)]
}

async function checkIntegrity(vault: OpenVault): Promise<Finding> {
  const fix = `flint reindex --vault ${vault.id}`
  try {
    const answer = await vault.index.query(({ db }) =>
      Promise.resolve<unknown>(db.pragma('quick_check(3)', { simple: true })),
    )
    if (answer !== 'ok') return problem('index', `The index is damaged: ${String(answer)}`, fix)
  } catch (error) {
    return problem('index', `The index cannot be read: ${messageOf(error)}`, cureOf(error) ?? fix)
  }
  const { freshness } = vault.index
  if (freshness.state === 'unavailable')
    return problem('index', freshness.message ?? 'The index cannot follow the disk.', freshness.cure ?? fix)
  if (freshness.unread.length === 0) return ok('index', freshness.message ?? 'whole and up to date')
  const refused = freshness.unread.find((path) => path.isWellFormed())
  return warning(
    'index',
    freshness.message ?? '',
    refused === undefined
      ? `convmv -r -f latin1 -t utf8 --notest '${vault.root}', if they are Latin-1; without --notest it only shows what it would do.`
      : `chmod u+rX '${join(vault.root, refused)}', if it is yours.`,
  )
}

function checkWatcher({ condition }: OpenVault): Finding {
  switch (condition.watching) {
    case 'native':
      return ok('watcher', 'changes are noticed by events')
    case 'another process':
      return ok('watcher', 'another flint process watches and indexes this vault')
    case 'polling':
      return ok(
        'watcher',
        'the folder is looked at again and again: its drive sends no events, or index.poll is set',
      )
    case 'none':
      return warning(
        'watcher',
        'The folder cannot be watched: changes are noticed late.',
        'See the log (--log-level debug), or set index.poll: true in .flint-note/config.yml.',
      )
  }
}
