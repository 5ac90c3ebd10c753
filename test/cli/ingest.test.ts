import { readFile, writeFile } from 'node:fs/promises'
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

test('what an agent may not name `flint call` may not either', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const file = join(flint.folder, 'home', 'secret.md')
    await writeFile(file, '# Secret\n')
    const { code, stdout } = await flint.run(['call', 'ingest', '--json', JSON.stringify({ source: file })])
    expect(code).toBe(1)
    expect(JSON.parse(stdout).error.code).toBe('OUTSIDE_VAULT')
  }))
