import { hasCode } from '../model/error-code.ts'
import { nativeFiles } from './native-files.ts'

/**
 * Exchanges what two names lead to, in one step: unlike a rename it destroys nothing, even if another file appears
 * there at that moment. False where the system or drive cannot, ENOENT where one of the two is missing.
 */
export function swapFiles(one: string, other: string): boolean {
  const native = nativeFiles()
  if (native === null) return false
  try {
    native.swapSync(one, other)
    return true
  } catch (error) {
    if (hasCode(error, 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'ENOTTY')) return false
    throw error
  }
}
