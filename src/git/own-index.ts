import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from './repository.ts'
import { inWorkingFolder } from './working-folder.ts'

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
  return await inIndexFile(repository, async (index) => {
    await index.git(['read-tree', tree ?? '--empty'])
    return await work(index)
  })
}

/** Runs work with a copy of the user's index, with what they have staged; their own is only read. */
export async function inIndexCopy<Result>(
  repository: Repository,
  work: (index: OwnIndex, file: string) => Promise<Result>,
): Promise<Result> {
  return await inIndexFile(repository, async (index, file) => {
    await copyFile(repository.fileOf('index'), file)
    return await work(index, file)
  })
}

async function inIndexFile<Result>(
  repository: Repository,
  work: (index: OwnIndex, file: string) => Promise<Result>,
): Promise<Result> {
  return await inWorkingFolder(async (folder) => {
    const file = join(folder, 'index')
    const git: Repository['git'] = async (args, call) =>
      await repository.git(args, { ...call, env: { ...call?.env, GIT_INDEX_FILE: file } })
    return await work({ git, writeTree: async () => (await git(['write-tree'])).stdout.trim() }, file)
  })
}
