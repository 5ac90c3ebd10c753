import { nativeFiles } from './native-files.ts'

/** The extended attributes of a file that go along with its text, by name. */
export type FileAttributes = ReadonlyMap<string, ArrayBuffer>

/** Who else may read or write a file, on Linux; what the mode says of the group is the most of any of them then. */
const accessList = 'system.posix_acl_access'

/**
 * What an open file has of extended attributes, such as Finder's tags, and its access list. Those that the system itself
 * gives are left out.
 */
export function readAttributes(file: number): FileAttributes {
  const found = new Map<string, ArrayBuffer>()
  for (const name of namesOf(file)) {
    isDone(() => {
      const value = nativeFiles()?.getAttrSync(file, name) ?? null
      if (value !== null) found.set(name, value)
    })
  }
  return found
}

/**
 * Gives an open file these attributes. False where the access list could not be given, or one that its folder hands down
 * not be taken away: then its mode would let in more than it should.
 */
export function giveAttributes(file: number, attributes: FileAttributes): boolean {
  const native = nativeFiles()
  if (native === null) return true
  for (const [name, value] of attributes) {
    const isGiven = isDone(() => {
      native.setAttrSync(file, name, value, 0, value.byteLength)
    })
    // Others may be foreign to the drive; the text goes before them.
    if (!isGiven && name === accessList) return false
  }
  if (attributes.has(accessList) || !namesOf(file).includes(accessList)) return true
  return isDone(() => {
    native.removeAttrSync(file, accessList)
  })
}

function namesOf(file: number): readonly string[] {
  try {
    return (nativeFiles()?.listAttrsSync(file) ?? []).filter(goesAlong)
  } catch {
    // A drive without attributes.
    return []
  }
}

function goesAlong(name: string): boolean {
  return process.platform === 'darwin' || name.startsWith('user.') || name === accessList
}

function isDone(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
