import { link, mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashOf as hashBytes } from '../../src/files/hash-file.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { hashFiles } from '../support/hash-files.ts'
import { withFolder } from '../support/with-folder.ts'

const hashOf = (text: string) => hashBytes(Buffer.from(text))

const hook = '#!/bin/sh\nrun\n'
const note = '# Note\n'

/** A repository whose links lead into what is hidden, as a clone brings them. */
const repository = {
  'vault/notes/a.md': note,
  'vault/raw/pre-commit': hook,
  'vault/.git/hooks/pre-push': hook,
  'vault/.git/config': '[core]\n',
  'vault/.obsidian/plugins/p/main.js': 'run()\n',
  'vault/.flint-note/config.yml': 'permissions: { write: deny }\n',
  'vault/.flint-note/trash/old.md': note,
}
const links = {
  hooks: '.git/hooks',
  way: 'hooks',
  plugins: '.obsidian/plugins',
  settings: '.flint-note',
  bin: '.flint-note/trash',
  'config.md': '.git/config',
  'notes/hidden': '../.git/hooks',
  '.git/seen': '../notes',
  '.flint-note/trash/hooks': '../../.git/hooks',
}

async function withRepository(use: (files: VaultFiles, root: string) => Promise<void>): Promise<void> {
  await withFolder(repository, async (folder) => {
    const root = join(folder, 'vault')
    for (const [path, target] of Object.entries(links)) await symlink(target, join(root, path))
    await use(new VaultFiles(root), root)
  })
}

const hiddenFiles = [
  '.git/hooks/pre-push',
  '.GIT/hooks/pre-push',
  '.git./hooks/pre-push',
  '\u200c.git/hooks/pre-push',
  'notes/.hidden.md',
  'hooks/pre-push',
  'way/pre-push',
  'notes/hidden/pre-push',
  'hooks/pre-commit',
  'hooks/new/deep.md',
  'plugins/p/main.js',
  'plugins/p/new.js',
  'settings/config.yml',
  'settings/.gitignore',
  'settings/trash/old.md',
  'bin/old.md',
  'bin/new.md',
  'config.md',
  '.git/seen/a.md',
  '.flint-note/config.yml',
  '.flint-note/trash/.hidden/x.md',
  '.flint-note/trash/hooks/pre-push',
]
const hiddenFolders = ['.git', '.obsidian/plugins', '.flint-note', '.flint-note/trash', ...Object.keys(links)]

type Operation = (files: VaultFiles, path: string) => Promise<unknown>

const onFiles: Readonly<Record<string, Operation>> = {
  canonical: (files, path) => files.canonical(path),
  read: (files, path) => files.read(path),
  readBytes: (files, path) => files.readBytes(path, 1_000),
  exists: (files, path) => files.exists(path),
  findFile: (files, path) => files.findFile(path),
  isFolder: (files, path) => files.isFolder(path),
  look: (files, path) => files.look(path),
  create: (files, path) => files.create(path, 'x'),
  makeFolder: (files, path) => files.makeFolder(path),
  prepare: (files, path) => files.prepare(path, 'x', hashOf(hook)),
  remove: (files, path) => files.remove(path, hashOf(hook)),
  'move from': (files, path) => files.move(path, 'notes/taken.md', hashOf(hook), null),
  'move to': (files, path) => files.move('raw/pre-commit', path, hashOf(hook), null),
  'move to, with a text': (files, path) => files.move('raw/pre-commit', path, hashOf(hook), 'x'),
}

const onFolders: Readonly<Record<string, Operation>> = {
  'moveFolder from': (files, path) => files.moveFolder(path, 'notes/taken'),
  'moveFolder to': (files, path) => files.moveFolder('raw', `${path}/raw`),
}

describe.skipIf(process.platform === 'win32')(
  'what is hidden is not there, as it is named and where links lead',
  () => {
    test.each(Object.entries(onFiles))('%s', (_, operation) =>
      withRepository(async (files, root) => {
        const before = await hashFiles(root)
        for (const path of hiddenFiles) {
          const refused = { code: 'INVALID_PATH', message: expect.stringContaining('hidden') }
          await expect(operation(files, path), path).rejects.toMatchObject(refused)
          await expect(operation(files, join(root, path)), path).rejects.toMatchObject(refused)
        }
        expect(await hashFiles(root)).toEqual(before)
      }),
    )

    test.each(Object.entries(onFolders))('%s', (_, operation) =>
      withRepository(async (files, root) => {
        const before = await hashFiles(root)
        for (const path of hiddenFolders) {
          await expect(operation(files, path), path).rejects.toMatchObject({ code: 'INVALID_PATH' })
        }
        expect(await hashFiles(root)).toEqual(before)
      }),
    )
  },
)

test('the trash and the file that keeps git away are written, looked at and taken back', () =>
  withFolder({ 'notes/a.md': note }, async (root) => {
    const files = new VaultFiles(root)
    await files.create('.flint-note/.gitignore', '*\n')
    await files.move('notes/a.md', '.flint-note/trash/notes/a.md', hashOf(note), null)
    expect(await files.look('.flint-note/trash/notes/a.md')).toMatchObject({ kind: 'file' })
    await files.move('.flint-note/trash/notes/a.md', 'notes/a.md', hashOf(note), null)
    await files.remove('.flint-note/.gitignore', hashOf('*\n'))
    await files.dropFolders('.flint-note/trash/notes', '.flint-note')
    expect(Object.keys(await hashFiles(root))).toEqual(['notes/', 'notes/a.md'])
  }))

test('a vault that lies below a hidden folder has its notes, and a link in it that leads to a visible one is followed', () =>
  withFolder({ '.notes/vault/parts/book.md': note }, async (folder) => {
    const root = join(folder, '.notes/vault')
    await symlink('parts', join(root, 'Templates'))
    const files = new VaultFiles(root)
    expect(await files.read('Templates/book.md')).toMatchObject({ text: note })
    await files.create('Templates/film.md', 'x')
    expect(await files.canonical('Templates/film.md')).toBe('parts/film.md')
  }))

test('what is written replaces the file and leaves whatever else bears its bytes: a hard link, the target of a link', () =>
  withFolder({ 'outside.md': note, 'vault/real.md': note }, async (folder) => {
    const root = join(folder, 'vault')
    await link(join(folder, 'outside.md'), join(root, 'hard.md'))
    await symlink('real.md', join(root, 'soft.md'))
    const files = new VaultFiles(root)
    for (const path of ['hard.md', 'soft.md']) {
      const { finish } = await files.prepare(path, 'new\n', hashOf(note))
      await finish()
      expect(await readFile(join(root, path), 'utf8')).toBe('new\n')
    }
    expect(await readFile(join(folder, 'outside.md'), 'utf8')).toBe(note)
    expect(await readFile(join(root, 'real.md'), 'utf8')).toBe(note)
  }))

test('the place of an entry is judged as well as where its own link leads', () =>
  withFolder({ 'vault/ok.md': note, 'vault/.git/x': '' }, async (folder) => {
    const root = join(folder, 'vault')
    await mkdir(join(folder, 'elsewhere'))
    await symlink('.git', join(root, 'way'))
    await symlink(join(folder, 'elsewhere'), join(root, 'out'))
    await symlink('../ok.md', join(root, '.git/back.md'))
    await symlink(join(root, 'ok.md'), join(folder, 'elsewhere/back.md'))
    const files = new VaultFiles(root)
    for (const [path, code] of [
      ['way/back.md', 'INVALID_PATH'],
      ['out/back.md', 'OUTSIDE_VAULT'],
    ] as const) {
      await expect(files.remove(path, hashOf(note))).rejects.toMatchObject({ code })
      await expect(files.prepare(path, 'x', hashOf(note))).rejects.toMatchObject({ code })
    }
  }))
