// Where the tests of the page find a Chromium: FLINT_CHROMIUM, one of the machine's own, or the one that scripts/ready.mjs
// brought here.
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
  return await unpack(join(tmpdir(), 'flint-chromium'))
}

/** The package unpacks file by file: who comes meanwhile would start half a browser. So it gets its name once it is whole. */
async function unpack(folder) {
  const file = join(folder, 'chromium')
  if (existsSync(file)) return file
  const { default: chromium } = await import('@sparticuz/chromium')
  const temporary = process.env.TMPDIR
  const own = mkdtempSync(`${folder}-`)
  process.env.TMPDIR = own
  try {
    await chromium.executablePath()
    renameSync(own, folder)
  } catch (error) {
    // Another process was quicker.
    if (!existsSync(file)) throw error
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temporary
    rmSync(own, { recursive: true, force: true })
  }
  return file
}
