import { closeSync, openSync, statSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nativeFiles } from '../../src/files/native-files.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { version } from '../support/change-files.ts'
import { withFolder } from '../support/with-folder.ts'

const native = nativeFiles()
const accessList = 'system.posix_acl_access'

/** An access list as Linux keeps it: its owner and one other user may read and write, the file's group may not. */
function listFor(user: number): Buffer {
  const nobody = 0xffffffff
  const entries = [
    [0x01, 6, nobody],
    [0x02, 6, user],
    [0x04, 0, nobody],
    [0x10, 6, nobody],
    [0x20, 0, nobody],
  ] as const
  const list = Buffer.alloc(4 + 8 * entries.length)
  list.writeUInt32LE(2)
  for (const [index, [tag, rights, id]] of entries.entries()) {
    list.writeUInt16LE(tag, 4 + 8 * index)
    list.writeUInt16LE(rights, 6 + 8 * index)
    list.writeUInt32LE(id, 8 + 8 * index)
  }
  return list
}

function onFile<Result>(path: string, use: (file: number) => Result): Result {
  const file = openSync(path, 'r')
  try {
    return use(file)
  } finally {
    closeSync(file)
  }
}

function give(path: string, name: string, value: Buffer): void {
  onFile(path, (file) => native?.setAttrSync(file, name, Uint8Array.from(value).buffer, 0, value.length))
}

function attributesOf(path: string): Readonly<Record<string, string>> {
  return onFile(path, (file) =>
    Object.fromEntries(
      (native?.listAttrsSync(file) ?? [])
        .filter((name) => !name.startsWith('security.'))
        .map((name) => [
          name,
          Buffer.from(native?.getAttrSync(file, name) ?? new ArrayBuffer(0)).toString('hex'),
        ]),
    ),
  )
}

/** Whether files in the tests' folder can have such attributes. */
const canHave = process.platform === 'linux' && native !== null && (await isPossible())

async function isPossible(): Promise<boolean> {
  let isGiven = false
  await withFolder({ 'a.md': '' }, (folder) => {
    try {
      give(join(folder, 'a.md'), 'user.flint', Buffer.from('x'))
      give(join(folder, 'a.md'), accessList, listFor(1_500))
      isGiven = true
    } catch {
      // A drive without them.
    }
    return Promise.resolve()
  })
  return isGiven
}

async function rewrite(folder: string, path: string): Promise<void> {
  const { finish, discard } = await new VaultFiles(folder).prepare(path, 'two\n', version('one\n').hash)
  await finish()
  await discard()
}

const modeOf = (path: string) => statSync(path).mode & 0o777

test.skipIf(!canHave)('a note that is written or moved keeps its attributes and who else may read it', () =>
  withFolder({ 'a.md': 'one\n' }, async (folder) => {
    const [note, moved] = [join(folder, 'a.md'), join(folder, 'b.md')]
    give(note, 'user.xdg.tags', Buffer.from('work'))
    give(note, accessList, listFor(1_500))
    const before = attributesOf(note)
    expect(Object.keys(before).toSorted()).toEqual([accessList, 'user.xdg.tags'])
    await rewrite(folder, 'a.md')
    expect(attributesOf(note)).toEqual(before)
    expect(modeOf(note)).toBe(0o660)
    await new VaultFiles(folder).move('a.md', 'b.md', version('two\n').hash, 'three\n')
    expect(attributesOf(moved)).toEqual(before)
  }),
)

test.skipIf(!canHave)('what a folder hands down lets nobody into a note that was without', () =>
  withFolder({ 'sub/a.md': 'one\n' }, async (folder) => {
    await chmod(join(folder, 'sub/a.md'), 0o660)
    give(join(folder, 'sub'), 'system.posix_acl_default', listFor(1_500))
    await rewrite(folder, 'sub/a.md')
    expect(attributesOf(join(folder, 'sub/a.md'))).toEqual({})
    expect(modeOf(join(folder, 'sub/a.md'))).toBe(0o660)
  }),
)

test.skipIf(!canHave)('where an access list cannot be given, the group gets nothing instead', () =>
  withFolder({ 'a.md': 'one\n' }, async (folder) => {
    const note = join(folder, 'a.md')
    give(note, accessList, listFor(1_500))
    const binding: { setAttrSync: unknown } = native as never
    const { setAttrSync } = binding
    binding.setAttrSync = () => {
      throw new Error('not here')
    }
    try {
      await rewrite(folder, 'a.md')
    } finally {
      binding.setAttrSync = setAttrSync
    }
    expect(modeOf(note)).toBe(0o600)
  }),
)
