/** A setting of the repository itself that names a program, and what git is told instead. */
export interface RefusedSetting {
  readonly name: string
  readonly instead: string
}

/**
 * The settings in a repository's own files that would have git run a program: a folder that somebody sent, or unpacked,
 * may carry them. The user's own settings, those of the machine too, are theirs and stay.
 *
 *     refuseSettings('filter.x.clean\nrm -rf ~\0')   // [{ name: 'filter.x.clean', instead: 'filter.x.clean=' }]
 */
export function refuseSettings(listed: string): readonly RefusedSetting[] {
  const names = new Set(
    listed
      .split('\0')
      .map((entry) => entry.split('\n', 1)[0] ?? '')
      .filter((name) => name !== ''),
  )
  return [...names].flatMap((name) => {
    const rule = rules.find(({ pattern }) => pattern.test(name))
    return rule === undefined ? [] : [{ name, instead: `${name}=${rule.value}` }]
  })
}

/** Names as git lists them: section and key in small letters. What stands in the middle is as it was written. */
const rules: readonly { readonly pattern: RegExp; readonly value: string }[] = [
  { pattern: /^core\.(?:fsmonitor)$/, value: 'false' },
  { pattern: /^core\.hookspath$/, value: '/dev/null' },
  { pattern: /^core\.(?:sshcommand)$/, value: 'ssh' },
  { pattern: /^core\.(?:askpass|gitproxy|alternaterefscommand)$/, value: '' },
  { pattern: /^core\.(?:editor|pager)$/, value: 'true' },
  { pattern: /^credential\.(?:.*\.)?helper$/, value: '' },
  { pattern: /^filter\..*\.(?:clean|smudge|process)$/, value: '' },
  { pattern: /^filter\..*\.required$/, value: 'false' },
  { pattern: /^merge\.(?!flint\.).*\.driver$/, value: 'git merge-file -L ours -L base -L theirs %A %O %B' },
  { pattern: /^diff\.(?:external|.*\.(?:command|textconv))$/, value: '' },
  { pattern: /^(?:gpg\.(?:.*\.)?program|gpg\.ssh\.defaultkeycommand)$/, value: 'gpg' },
  { pattern: /^remote\..*\.uploadpack$/, value: 'git-upload-pack' },
  { pattern: /^remote\..*\.receivepack$/, value: 'git-receive-pack' },
  { pattern: /^remote\..*\.(?:vcs|proxy)$/, value: '' },
  { pattern: /^(?:submodule\..*\.update)$/, value: 'none' },
  { pattern: /^uploadpack\.packobjectshook$/, value: '' },
  { pattern: /^protocol\.ext\.allow$/, value: 'never' },
]
