import { test } from 'vitest'

/**
 * The tests of a file that read one thing and change nothing: it is made before the first of them, as `shared`, and ended
 * after the last.
 */
export function sharing<Shared>(withShared: (use: (shared: Shared) => Promise<void>) => Promise<void>) {
  return test.extend<{ shared: Shared }>({
    shared: [({}, use: (shared: Shared) => Promise<void>) => withShared(use), { scope: 'file' }],
  })
}
