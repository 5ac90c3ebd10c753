/** What has git say where the branch stands and what below this path is not committed. */
export function statusArguments(pathspec: string): readonly string[] {
  return ['status', '--porcelain=v2', '-z', '--branch', '--ahead-behind', ...kinds, '--', pathspec]
}

const kinds = ['--no-renames', '--untracked-files=all', '--ignore-submodules=all']
