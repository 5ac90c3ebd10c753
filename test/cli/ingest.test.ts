import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addTwoVaults, twoFolders, withFlint } from './with-flint.ts'

test('ingest takes files from anywhere on the machine, several at once, and says what became of each', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    const cwd = join(folder, 'home')
    await writeFile(join(cwd, 'paper.md'), '# On paper\n\nPaper is made of wood.\n')
    await writeFile(join(cwd, 'photo.txt'), Buffer.from([0, 1, 2]))
    const { code, stdout, stderr } = await run(
      ['ingest', 'missing.md', 'paper.md', 'photo.txt', '--tags', 'reading,wood'],
      { cwd },
    )
    expect(code).toBe(1)
    expect(stdout).toBe('Created resources/on-paper.md from paper.md.\n')
    expect(stderr).toMatch(
      /^error: missing\.md: There is no file missing\.md\. \(NOT_FOUND\)\n[^\n]+\nerror: photo\.txt: /,
    )
    expect(stderr).toMatch(/nor plain text\. \([A-Z_]+\)\n.+\n$/)
    const text = await readFile(join(folder, 'ideas/resources/on-paper.md'), 'utf8')
    expect(text).toMatch(/^source: file:paper\.md#[0-9a-f]{12}$/m)
    expect(text).toMatch(/^tags: \[reading, wood\]$/m)
    expect(text).not.toContain(folder)
    expect(await json(['ingest', join(cwd, 'paper.md')], { cwd: folder })).toMatchObject({
      note_path: 'resources/on-paper.md',
      created: false,
      changed: false,
    })
  }))

test('ingest refuses what is no tag before it reads anything', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const refused = await flint.run(['ingest', 'http://127.0.0.1:9/', '--tags', 'y z'])
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('"y z" is no tag. (INVALID_ARGUMENT)\nA tag has letters')
  }))

test('ingest says what it was given where that is no file, and reads nothing from it', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const cwd = join(flint.folder, 'home')
    await mkdir(join(cwd, 'papers'))
    const told = async (source: string) => (await flint.run(['ingest', source], { cwd })).stderr
    expect(await told('papers')).toContain('papers is a folder, not a file.')
    expect(await told('-')).toContain('Standard input is no source')
    if (process.platform === 'win32') return
    execFileSync('mkfifo', [join(cwd, 'pipe')])
    expect(await told('pipe')).toContain('pipe is a pipe, not a file.')
    expect(await told('/dev/zero')).toContain('zero is a device, not a file.')
  }))

test('ingest says why a file cannot be read, and knows one of the vault by any path', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const cwd = join(flint.folder, 'home')
    const inside = join(flint.folder, 'ideas/raw')
    await mkdir(inside, { recursive: true })
    await writeFile(join(inside, 'leeks.txt'), 'Leeks grow.\n')
    await writeFile(join(cwd, 'shut.txt'), 'Shut.\n')
    expect(await flint.json(['ingest', `${cwd}/../ideas/raw/leeks.txt`], { cwd })).toMatchObject({
      source: 'raw/leeks.txt',
    })
    expect(await flint.json(['ingest', `${inside}/../../home/shut.txt`], { cwd })).toMatchObject({
      source: expect.stringMatching(/^file:shut\.txt#/),
    })
    if (process.platform === 'win32') return
    const told = async (source: string) => (await flint.run(['ingest', source], { cwd })).stderr
    await symlink('loop.txt', join(cwd, 'loop.txt'))
    expect(await told(join(cwd, 'loop.txt'))).toContain(
      'loop.txt is a link, or lies behind one, that leads back to itself.',
    )
    // Root may read all.
    if (process.getuid?.() === 0) return
    await chmod(join(cwd, 'shut.txt'), 0)
    expect(await told('shut.txt')).toContain('The system does not allow access to shut.txt.')
  }))

test('what an agent may not name `flint call` may not either', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const file = join(flint.folder, 'home', 'secret.md')
    await writeFile(file, '# Secret\n')
    const { code, stdout } = await flint.run(['call', 'ingest', '--json', JSON.stringify({ source: file })])
    expect(code).toBe(1)
    expect(JSON.parse(stdout).error.code).toBe('OUTSIDE_VAULT')
  }))
