import type { GitSetting } from './read-git-settings.ts'

/** A setting of the repository itself that names a program, and what git is told instead, one after the other. */
export interface RefusedSetting {
  readonly name: string
  readonly instead: readonly Pick<GitSetting, 'name' | 'value'>[]
}

/**
 * The settings in a repository's own files that would have git run a program, or write where they say: a folder that
 * somebody sent, or unpacked, may carry them. The user's own settings, those of the machine too, are theirs and hold.
 *
 *     refuseSettings([{ name: 'filter.x.clean', value: 'rm -rf ~', isOwn: true }])
 *     // [{ name: 'filter.x.clean', instead: [{ name: 'filter.x.clean', value: '' }] }]
 */
export function refuseSettings(settings: readonly GitSetting[]): readonly RefusedSetting[] {
  const names = new Set(settings.filter(({ isOwn }) => isOwn).map(({ name }) => name))
  return [...names].flatMap((name) => {
    const rule = rules.find(({ pattern }) => pattern.test(name))
    if (rule === undefined) return []
    // An empty helper makes git forget all of them, those of the user, too.
    const isHelper = helper.test(name)
    const isUsers = (setting: GitSetting) =>
      !setting.isOwn && (isHelper ? helper.test(setting.name) : setting.name === name)
    return [{ name, instead: [{ name, value: rule.value }, ...settings.filter(isUsers)] }]
  })
}

/** The names of filters of which a setting is refused that the user's own do not have, either. */
export function filtersAmong(refused: readonly RefusedSetting[]): ReadonlySet<string> {
  return new Set(
    refused.flatMap(({ name, instead }) => {
      const driver = /^filter\.(?<driver>.*)\.(?:clean|smudge|process|required)$/s.exec(name)?.groups?.[
        'driver'
      ]
      // The first is what flint says itself.
      return driver === undefined || instead.length > 1 ? [] : [driver]
    }),
  )
}

/**
 * Settings as git takes them from its environment, after those that are there: unlike an option of the command line a name
 * there may hold a `=`.
 */
export function asEnvironment(
  refused: readonly RefusedSetting[],
  count: string | undefined,
): Readonly<Record<string, string>> {
  if (refused.length === 0) return {}
  const before = Number(count ?? 0) || 0
  const settings = refused.flatMap(({ instead }) => instead)
  const pairs = settings.flatMap(({ name, value }, at) => [
    [`GIT_CONFIG_KEY_${before + at}`, name] as const,
    [`GIT_CONFIG_VALUE_${before + at}`, value] as const,
  ])
  const has = (pattern: RegExp) => refused.some(({ name }) => pattern.test(name))
  return {
    ...Object.fromEntries(pairs),
    GIT_CONFIG_COUNT: String(before + settings.length),
    // Of several settings of these git takes the first, which is the repository's.
    ...(has(/^core\.gitproxy$/) && { GIT_PROXY_COMMAND: '' }),
    // What a partial clone lacks git would fetch on the way, with the repository's program.
    ...(has(/^remote\..*\.uploadpack$/) && { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: '' }),
  }
}

const helper = /^credential\.(?:.*\.)?helper$/

/** Names as git lists them: section and key in small letters. What stands in the middle is as it was written. */
const rules: readonly { readonly pattern: RegExp; readonly value: string }[] = [
  { pattern: /^core\.(?:fsmonitor)$/, value: 'false' },
  { pattern: /^core\.hookspath$/, value: '/dev/null' },
  { pattern: /^core\.(?:sshcommand)$/, value: 'ssh' },
  { pattern: /^core\.(?:askpass|gitproxy|alternaterefscommand)$/, value: '' },
  { pattern: /^core\.(?:editor|pager)$/, value: 'true' },
  { pattern: helper, value: '' },
  { pattern: /^filter\..*\.(?:clean|smudge|process)$/, value: '' },
  { pattern: /^filter\..*\.required$/, value: 'false' },
  {
    pattern: /^merge\.(?!flint\.driver$).*\.driver$/,
    value: 'git merge-file -L ours -L base -L theirs %A %O %B',
  },
  { pattern: /^diff\.(?:external|.*\.(?:command|textconv))$/, value: '' },
  { pattern: /^gpg\.(?:openpgp\.)?program$/, value: 'gpg' },
  { pattern: /^gpg\.x509\.program$/, value: 'gpgsm' },
  { pattern: /^gpg\.ssh\.program$/, value: 'ssh-keygen' },
  { pattern: /^gpg\.ssh\.defaultkeycommand$/, value: '' },
  { pattern: /^remote\..*\.uploadpack$/, value: 'git-upload-pack' },
  { pattern: /^remote\..*\.receivepack$/, value: 'git-receive-pack' },
  { pattern: /^remote\..*\.(?:vcs|proxy)$/, value: '' },
  { pattern: /^(?:submodule\..*\.update)$/, value: 'none' },
  { pattern: /^(?:uploadpack\.packobjectshook|gc\.recentobjectshook)$/, value: '' },
  { pattern: /^protocol\.ext\.allow$/, value: 'never' },
  // Cookies of the other side would be written into whatever file http.cookieFile names.
  { pattern: /^http\.(?:.*\.)?savecookies$/, value: 'false' },
]
