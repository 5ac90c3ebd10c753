/**
 * Settings as `git config --show-scope --null --list` lists them: those of the repository's own files as pairs of name and
 * value, and of all of them what is in force. One without a value is true.
 *
 *     readGitSettings('local\0user.name\nAda\0').inForce.get('user.name')   // 'Ada'
 */
export function readGitSettings(listed: string): {
  readonly own: string
  readonly inForce: ReadonlyMap<string, string>
} {
  const fields = listed.split('\0')
  const own: string[] = []
  const inForce = new Map<string, string>()
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const scope = fields[at] ?? ''
    const setting = fields[at + 1] ?? ''
    if (scope === 'local' || scope === 'worktree') own.push(`${setting}\0`)
    const end = setting.indexOf('\n')
    if (end === -1) inForce.set(setting, 'true')
    else inForce.set(setting.slice(0, end), setting.slice(end + 1))
  }
  return { own: own.join(''), inForce }
}
