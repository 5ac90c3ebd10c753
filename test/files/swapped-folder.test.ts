import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { holdFolder } from '../../src/files/hold-folder.ts'
import { readFileForIndex } from '../../src/files/read-file.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { hashOf } from '../../src/files/hash-file.ts'
import { swapper } from '../support/watch-disk.ts'
import { withFolder } from '../support/with-folder.ts'

const fixture = fileURLToPath(new URL('../fixtures/swap-folder.mjs', import.meta.url))
const ours = 'ours\n'

/** A vault in which `team` is now a folder and now a link to `private`, as fast as a process can change it. */
async function whileSwapping(use: (root: string, outside: string) => Promise<void>): Promise<void> {
  await withFolder(
    { 'vault/team/note.md': ours, 'vault/raw/': '', 'private/note.md': 'secret\n' },
    async (folder) => {
      const root = join(folder, 'vault')
      await symlink(join(folder, 'private'), join(folder, 'link'))
      const child = spawn(process.execPath, [fixture, join(root, 'team'), join(folder, 'link')], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      try {
        await use(root, join(folder, 'private'))
      } finally {
        child.stdin.end()
        await once(child, 'close')
      }
    },
  )
}

const tries = 400

test.skipIf(swapper === null || process.platform !== 'linux')(
  'what lies behind a folder that becomes a link at the very moment is not read',
  () =>
    whileSwapping(async (root) => {
      const files = new VaultFiles(root)
      const read = new Set<string>()
      for (let count = 0; count < tries; count++) {
        const bytes = await files.readBytes('team/note.md', 1_000).catch(() => null)
        for (const text of [
          await files.read('team/note.md').then(
            (file) => file?.text ?? null,
            () => null,
          ),
          bytes === null ? null : bytes.toString(),
          readFileForIndex(root, 'team/note.md')?.text ?? null,
        ])
          if (text !== null) read.add(text)
      }
      expect(read).not.toContain('secret\n')
    }),
)

test.skipIf(swapper === null || process.platform !== 'linux')('nor is anything written or moved there', () =>
  whileSwapping(async (root, outside) => {
    const files = new VaultFiles(root)
    const hook = Buffer.from('#!/bin/sh\n')
    for (let count = 0; count < tries; count++) {
      const name = `hook-${count}`
      await writeFile(join(root, 'raw', name), hook)
      await mkdir(join(root, 'raw', `folder-${count}`))
      await files.create(`team/new-${count}.md`, ours).catch(() => undefined)
      await files.move(`raw/${name}`, `team/${name}`, hashOf(hook), null).catch(() => undefined)
      await files.moveFolder(`raw/folder-${count}`, `team/folder-${count}`).catch(() => undefined)
    }
    const named = (await readdir(outside)).filter((name) => /^(?:hook|new|folder)/.test(name))
    expect(named).toEqual([])
    expect(existsSync(join(outside, 'note.md'))).toBe(true)
  }),
)

test.skipIf(process.platform !== 'linux')(
  'a link to a folder whose name differs in case alone is a link',
  () =>
    withFolder({ 'Team/sub/note.md': ours }, async (folder) => {
      await symlink('Team', join(folder, 'team'))
      for (const path of ['team', 'team/sub'])
        await expect(
          holdFolder(join(folder, path), (held) => readdir(held)),
          path,
        ).rejects.toMatchObject({ code: 'ELOOP' })
      expect(readFileForIndex(folder, 'team/sub/note.md')).toBeNull()
      await holdFolder(join(folder, 'Team/sub'), async (held) => {
        expect(await readdir(held)).toEqual(['note.md'])
      })
    }),
)
