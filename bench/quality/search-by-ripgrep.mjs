import { execFileSync } from 'node:child_process'
import { rgPath } from '@vscode/ripgrep'

/**
 * What someone with ripgrep and nothing else would do: look for every word of the query, and take the files with most
 * of the different words first, those with more matching lines before others.
 */
export function searchByRipgrep(folder, query) {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
  if (words.length === 0) return []
  const args = [
    '--no-config',
    '--only-matching',
    '--no-line-number',
    '--ignore-case',
    '--word-regexp',
    '--fixed-strings',
  ]
  const output = run([...args, ...words.flatMap((word) => ['-e', word]), '--', '.'], folder)
  const files = new Map()
  for (const line of output.split('\n')) {
    const colon = line.indexOf(':')
    if (colon < 0) continue
    const path = line.slice(2, colon)
    const { distinct, count } = files.get(path) ?? { distinct: new Set(), count: 0 }
    files.set(path, { distinct: distinct.add(line.slice(colon + 1).toLowerCase()), count: count + 1 })
  }
  return [...files]
    .sort(([a, x], [b, y]) => y.distinct.size - x.distinct.size || y.count - x.count || (a < b ? -1 : 1))
    .map(([path]) => path)
}

function run(args, cwd) {
  try {
    return execFileSync(rgPath, args, { cwd, encoding: 'utf8', maxBuffer: 1e9, stdio: 'pipe' })
  } catch (error) {
    if (error.status === 1) return ''
    throw error
  }
}
