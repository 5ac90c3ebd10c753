import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Repository } from './repository.ts'

/** An index beside the user's, in which a tree is made. */
export interface OwnIndex {
  readonly git: Repository['git']
  readonly writeTree: () => Promise<string>
}

/**
 * Runs work with an index of its own that holds a tree, or nothing. The user's index, with what they have staged, is
 * neither read nor written.
 */
export async function inOwnIndex<Result>(
  repository: Repository,
  tree: string | null,
  work: (index: OwnIndex) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'flint-index-'))
  const git: Repository['git'] = async (args, call) =>
    await repository.git(args, { ...call, env: { ...call?.env, GIT_INDEX_FILE: join(folder, 'index') } })
  try {
    await git(['read-tree', tree ?? '--empty'])
    return await work({ git, writeTree: async () => (await git(['write-tree'])).stdout.trim() })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
