/**
 * Whether a repository's own `config` holds nothing but what git writes there itself when it is made, cloned or pulled, and what
 * `flint git setup` does: settings with which neither a look at the work tree nor what is sent there runs or includes anything, and
 * which lead nowhere else. What is not known here is not plain.
 *
 *     hasPlainSettings('[core]\n\tbare = false\n')                // true
 *     hasPlainSettings('[core]\n\tfsmonitor = ./run-me\n')        // false
 */
export function hasPlainSettings(config: string): boolean {
  let section: Section | undefined
  for (const line of config.split('\n')) {
    if (line.trim() === '') continue
    if (line.startsWith('[')) section = sections.find(({ head }) => head.test(line))
    else if (section?.keys.test(line) !== true) return false
    if (section === undefined) return false
  }
  return true
}

interface Section {
  readonly head: RegExp
  readonly keys: RegExp
}

/** A line that goes on, or a quote that might, is not plain; nor is a key beside its section's name. */
const sections: readonly Section[] = [
  {
    head: /^\[core\]$/,
    keys: /^\t(?:(?:repositoryformatversion = 0)|(?:bare|filemode|logallrefupdates|ignorecase|precomposeunicode|symlinks) = (?:true|false))$/,
  },
  { head: /^\[user\]$/, keys: /^\t(?:name|email) = [^\\"\r\0]+$/ },
  { head: /^\[remote "[^\\"\]\r\0]+"\]$/, keys: /^\t(?:url|fetch) = [^\\"\r\0]+$/ },
  {
    head: /^\[branch "[^\\"\]\r\0]+"\]$/,
    keys: /^\t(?:(?:remote|merge) = [^\\"\r\0]+|rebase = (?:true|false))$/,
  },
  // Neither runs a merge driver.
  { head: /^\[merge "flint"\]$/, keys: /^\t(?:name|driver) = [^\\"\r\0]+$/ },
]
