// Where the tests of the page find a Chromium: FLINT_CHROMIUM, one of the machine's own, or the one that scripts/ready.mjs
// brought here.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const brought = fileURLToPath(new URL('node_modules/@sparticuz/chromium/', import.meta.url))

/** A browser of this machine's own; null where there is none. */
export function ownBrowser() {
  const { FLINT_CHROMIUM: named, PATH = '' } = process.env
  if (named !== undefined) return named
  const files = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return files.find((file) => existsSync(file)) ?? null
}

/** Whether a browser can be brought: the package has one for this system alone. */
export const canBringBrowser = process.platform === 'linux' && process.arch === 'x64'

/** Null where there is no browser to test with. */
export async function findBrowser() {
  const own = ownBrowser()
  if (own !== null || !existsSync(brought)) return own
  const { default: chromium } = await import('@sparticuz/chromium')
  return await chromium.executablePath()
}
