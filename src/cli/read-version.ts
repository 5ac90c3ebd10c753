import { readFileSync } from 'node:fs'

/** The version in package.json, which lies above the build and above the sources alike. */
export function readVersion(): string {
  const file = new URL('../../../package.json', import.meta.url)
  const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof found === 'object' && found !== null && 'version' in found) return String(found.version)
  return 'unknown'
}
