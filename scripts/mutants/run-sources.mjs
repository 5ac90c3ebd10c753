// Loaded first in every process and thread of a run with mutants, which runs the sources as they are: where the build has
// `x.js` they have `x.ts`. A thread tells the test that has started it which mutants it came by.
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { getEnvironmentData, isMainThread } from 'node:worker_threads'

registerHooks({
  resolve(specifier, context, next) {
    const isFile = specifier.endsWith('.js') && /^(?:file:|\.)/.test(specifier)
    if (!isFile) return next(specifier, context)
    const { href } = new URL(specifier, context.parentURL)
    const source = href.replace(/\.js$/, '.ts')
    const isSource = !existsSync(new URL(href)) && existsSync(new URL(source))
    return next(isSource ? source : specifier, context)
  },
})

const covered = isMainThread ? undefined : getEnvironmentData('covered mutants')
if (covered !== undefined) {
  const counts = new Proxy(
    {},
    {
      set(_, id) {
        covered[Number(id)] = 1
        return true
      },
    },
  )
  globalThis.__stryker__ = { mutantCoverage: { static: counts, perTest: {} } }
}
