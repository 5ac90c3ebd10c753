import { createRequire } from 'node:module'
import { once } from '../model/once.ts'
import { hasCode } from '../model/error-code.ts'

interface Swapper {
  readonly swapSync: (one: string, other: string) => void
}

const getSwapper = once(loadSwapper)

/**
 * Exchanges what two names lead to, in one step: unlike a rename it destroys nothing, even if another file appears
 * there at that moment. False where the system or drive cannot, ENOENT where one of the two is missing.
 */
export function swapFiles(one: string, other: string): boolean {
  const swapper = getSwapper()
  if (swapper === null) return false
  try {
    swapper.swapSync(one, other)
    return true
  } catch (error) {
    if (hasCode(error, 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'ENOTTY')) return false
    throw error
  }
}

/** On Windows the package renames three times, not in one step. Its own loader takes ten times as long as this. */
function loadSwapper(): Swapper | null {
  const { platform, arch } = process
  if (platform !== 'linux' && platform !== 'darwin') return null
  const file = `fs-native-extensions/prebuilds/${platform}-${arch}/fs-native-extensions.node`
  try {
    const loaded: unknown = createRequire(import.meta.url)(file)
    return isSwapper(loaded) ? loaded : null
  } catch {
    return null
  }
}

function isSwapper(loaded: unknown): loaded is Swapper {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'swapSync' in loaded &&
    typeof loaded.swapSync === 'function'
  )
}
