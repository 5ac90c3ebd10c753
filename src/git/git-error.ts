import { tooManyFilesFault } from '../model/too-many-files.ts'
import { VaultError } from '../model/vault-error.ts'
import { printable } from '../model/lossless-text.ts'

/** What went wrong with a call of git, with its last words and no path of this machine beyond what git says. */
export function gitError(args: readonly string[], code: number | string | null, stderr: string): VaultError {
  if (code === 'ENOENT') {
    return new VaultError('GIT_ERROR', 'git is not installed.', {
      hint: 'Install git, then repeat the call.',
    })
  }
  const tooMany = tooManyFilesFault(String(code))
  if (tooMany !== null)
    return new VaultError('GIT_ERROR', `git could not be started: ${tooMany.reason}`, { hint: tooMany.cure })
  if (
    args.some((arg) => arg === 'commit' || arg === 'commit-tree') &&
    /failed to sign|signingkey|gpg|ssh-keygen|load key/i.test(stderr)
  )
    return notSigned(stderr)
  if (isLocked(stderr)) return inUse(stderr)
  const said = linesOf(stderr).map((line) => line.replace(/^(?:fatal|error|warning|hint): /, '').trim())
  const command = args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c')
  if (/identity unknown|empty ident name|no email was given/i.test(stderr))
    return new VaultError('GIT_ERROR', 'git does not know in whose name to commit. Nothing was committed.', {
      hint: 'Tell it with git config --global user.name NAME and git config --global user.email ADDRESS, then repeat it.',
    })
  return new VaultError('GIT_ERROR', `git ${command ?? ''} failed: ${said.at(0) ?? 'it gave no reason'}`, {
    ...(said.length > 1 && { git: said.slice(0, 20) }),
  })
}

/** Whether git gave way to another git: it holds a lock, or has moved a branch meanwhile. */
export function isLocked(stderr: string): boolean {
  return stderr.includes('cannot lock ref') || lockIn(stderr) !== null
}

/** The file that locks something for another git, as git names it; null where it names none. */
export function lockIn(stderr: string): string | null {
  return /'(?<lock>[^']+\.lock)': File exists/.exec(stderr)?.groups?.['lock'] ?? null
}

/** Whether a push gave way to another one. What a hook over there says, behind `remote:`, tells nothing of that. */
export function isOvertaken(stderr: string): boolean {
  const given = /\[rejected\]|non-fast-forward|fetch first|cannot lock ref|failed to update ref/
  return linesOf(stderr).some((line) => !line.startsWith('remote:') && given.test(line))
}

function inUse(stderr: string): VaultError {
  const lock = lockIn(stderr)
  const isLeft = lock === null ? '' : ` If that does not help, a git was stopped: remove ${printable(lock)}.`
  return new VaultError('GIT_ERROR', 'Another git is at work in this repository. Nothing is lost.', {
    git: linesOf(stderr).slice(0, 5),
    hint: `Repeat it in a moment.${isLeft}`,
  })
}

/** git finds a repository and does not work in it. */
export function notUsable(stderr: string): VaultError {
  const said = linesOf(stderr)
  const why = (said[0] ?? 'it gave no reason').replace(/^fatal: /, '')
  return new VaultError('GIT_ERROR', `git does not work in this repository: ${why}`, {
    git: said.slice(0, 20),
    hint: why.includes('dubious ownership')
      ? 'It belongs to another user. If you trust it, let git work in it: git config --global --add safe.directory FOLDER.'
      : 'Mend what git names, then repeat it.',
  })
}

export function workTreeElsewhere(): VaultError {
  return new VaultError(
    'GIT_ERROR',
    'The repository here keeps its work tree elsewhere (core.worktree, GIT_DIR): flint puts nothing in place there.',
    { hint: 'git config --unset core.worktree ends that, where the setting is not yours.' },
  )
}

export function notOnABranch(): VaultError {
  return new VaultError(
    'GIT_ERROR',
    'The repository has no branch checked out, or no commit yet. Nothing was changed.',
    {
      hint: 'Check out a branch with git, make a first commit there, then repeat it.',
    },
  )
}

/** Histories without a common commit; `theirs` is the last one of the other. */
export function unrelated(theirs: string): VaultError {
  return new VaultError('GIT_ERROR', 'What others have sent has no commit in common with what is here.', {
    hint: `If both belong together, git merge --allow-unrelated-histories ${theirs.slice(0, 12)} joins them; else the address of the remote is wrong (git remote -v shows it), or the branch follows another one than it should.`,
  })
}

/**
 * Over there commits were taken out of the branch that are here: `old` is the last of them. `areRemoved` says that nothing else has
 * come there since.
 */
export function rewritten(
  known: string,
  { old, areRemoved }: { readonly old: string; readonly areRemoved: boolean },
): VaultError {
  return new VaultError(
    'CONFLICT',
    `Others have rewritten ${known}: commits that are here were taken out of it, and a sync would bring them back. Nothing was taken in or sent.`,
    {
      hint: `git rebase --onto ${known} ${old} keeps what you have committed since and takes out the rest; git ${areRemoved ? 'push' : `merge ${known}`} brings it back. Then repeat it.`,
    },
  )
}

/** Why a remote gave or took nothing, as far as git's own words tell, with the last of them that say anything. */
export function notReached(remote: string, stderr: string): VaultError {
  const { message, hint } = reasons.find(({ sign }) => sign.test(stderr)) ?? unknownReason
  const said = tellingLine(stderr)
  return new VaultError('GIT_ERROR', `"${remote}" ${message}${said === null ? '.' : `: ${said}`}`, {
    git: linesOf(stderr).slice(-5),
    hint: `${hint} What was committed here stays.`,
  })
}

const unknownReason = {
  message: 'could not be reached, or takes nothing from here',
  hint: 'Sign in with git itself, or mend the address of the remote, then repeat it.',
}

const reasons = [
  {
    sign: /! \[remote rejected\]/,
    message: 'refuses what is sent, by a hook or a rule of its own',
    hint: 'Do what it says, or ask whoever keeps it, then repeat it.',
  },
  {
    sign: /authentication failed|could not read (?:username|password)|permission denied|host key verification failed|returned error: 40[13]|access denied|permission to .* denied/i,
    message: 'asks for a sign-in that git does not have, or lets it do nothing',
    hint: 'Sign in with git itself (git fetch at a terminal shows whether it can), then repeat it.',
  },
  {
    sign: /repository (?:'.*' )?not found|not appear to be a git repository|does not exist|returned error: 404|could not be found/i,
    message: 'is no repository that can be found there',
    hint: 'Mend the address of the remote (git remote set-url), then repeat it; some hosts say so of what you may not see, too.',
  },
  {
    sign: /could not resolve host|connection (?:refused|timed out|reset)|failed to connect|couldn't connect|unable to connect|no route to host|network is unreachable|timed out|operation too slow|name or service not known/i,
    message: 'could not be reached',
    hint: 'Repeat it once there is a connection, or mend the address of the remote (git remote set-url).',
  },
]

/** The last line that says why: the other side's own words where there are any. */
function tellingLine(stderr: string): string | null {
  const lines = linesOf(stderr).filter((line) => /\p{L}/u.test(line) && !sayNothing.test(line))
  const theirs = lines.filter((line) => /^remote: .*\p{L}/u.test(line))
  const last = (theirs.at(-1) ?? lines.at(-1))?.replace(
    /^(?:(?:remote|fatal|error): +)+|^ ! \[remote rejected\] \S+ -> \S+ /i,
    '',
  )
  return last?.trim() ?? null
}

/** What git adds to every failure, and what it says of the empty command that flint gives it for one of the repository's. */
const sayNothing =
  /^(?:(?:remote: )?error: cannot run :|hint:|To |From |Pushing to |error: failed to push some refs|remote: error: hook declined|fatal: Could not read from remote repository|Please make sure you have the correct access rights|and the repository exists)/

function notSigned(stderr: string): VaultError {
  return new VaultError(
    'GIT_ERROR',
    'git is told to sign all commits (commit.gpgsign), and could not sign this one. Nothing was committed.',
    {
      git: linesOf(stderr).slice(0, 5),
      hint: 'Mend the key that it signs with (user.signingkey, gpg.program), or end signing with git config commit.gpgsign false; then repeat it.',
    },
  )
}

/** What git said, without blank lines and without names and passwords in addresses. */
export function linesOf(said: string): readonly string[] {
  return said
    .replaceAll(/(?<=\b[a-z][a-z+]*:\/\/)[^\s/']*@/gi, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
}
