import { createRequire } from 'node:module'
import { once } from '../model/once.ts'

/** What Node does not do with files; names and values of attributes as the system has them. */
export interface NativeFiles {
  readonly swapSync: (one: string, other: string) => void
  readonly listAttrsSync: (file: number) => readonly string[]
  readonly getAttrSync: (file: number, name: string) => ArrayBuffer | null
  readonly setAttrSync: (
    file: number,
    name: string,
    value: ArrayBuffer,
    offset: number,
    length: number,
  ) => void
  readonly removeAttrSync: (file: number, name: string) => void
}

/** Null where the system, or the place that flint is installed in, has none. */
export const nativeFiles = once(load)

/** On Windows the package renames three times, not in one step. Its own loader takes ten times as long as this. */
function load(): NativeFiles | null {
  const { platform, arch } = process
  if (platform !== 'linux' && platform !== 'darwin') return null
  const file = `fs-native-extensions/prebuilds/${platform}-${arch}/fs-native-extensions.node`
  try {
    const loaded: unknown = createRequire(import.meta.url)(file)
    return isNative(loaded) ? loaded : null
  } catch {
    return null
  }
}

function isNative(loaded: unknown): loaded is NativeFiles {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'swapSync' in loaded &&
    'listAttrsSync' in loaded &&
    'getAttrSync' in loaded &&
    'setAttrSync' in loaded &&
    'removeAttrSync' in loaded
  )
}
