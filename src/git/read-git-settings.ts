export interface GitSetting {
  /** Section and key in small letters; what stands between them is as it was written. */
  readonly name: string
  readonly value: string
  /** Whether it stands in the repository's own files, or in what those include. */
  readonly isOwn: boolean
}

/** What has git list settings, those that are included among them. */
export const listSettings = ['config', '--includes', '--show-scope', '--null', '--list']

/**
 * Settings as git lists them when it is asked so, the last one of a name in force. One without a value is true.
 *
 *     readGitSettings('local\0user.name\nAda\0')   // [{ name: 'user.name', value: 'Ada', isOwn: true }]
 */
export function readGitSettings(listed: string): readonly GitSetting[] {
  const fields = listed.split('\0')
  const settings: GitSetting[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const scope = fields[at] ?? ''
    const setting = fields[at + 1] ?? ''
    const end = setting.indexOf('\n')
    settings.push({
      name: end === -1 ? setting : setting.slice(0, end),
      value: end === -1 ? 'true' : setting.slice(end + 1),
      isOwn: scope === 'local' || scope === 'worktree',
    })
  }
  return settings
}
