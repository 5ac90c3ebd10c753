import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addTwoVaults, twoFolders, withFlint } from './with-flint.ts'

test.each(['permissions: { write: deny }', 'permissions: { write: ask }', 'permissions: ['])(
  'daily prints a note that is there whole, where none may be made: %s',
  (config) => {
    const text = `# Day\n\n${'A line.\n'.repeat(8_000)}`
    const files = { 'v/.flint-note/config.yml': config, 'v/daily/2026-01-31.md': text }
    return withFlint(files, async ({ run, folder }) => {
      const vault = ['--vault', join(folder, 'v')]
      const { code, stdout } = await run(['daily', '2026-01-31', ...vault])
      expect(code).toBe(0)
      expect(stdout === text).toBe(true)
      expect((await run(['daily', '2026-02-01', ...vault])).code).not.toBe(0)
    })
  },
)

test('daily makes the day’s note once and prints it', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    const made = await run(['daily', '2026-01-31'])
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('Made daily/2026-01-31.md.') })
    expect(made.stdout).toContain('## Plan\n')
    const file = join(folder, 'ideas/daily/2026-01-31.md')
    expect(await readFile(file, 'utf8')).toContain(made.stdout.trim())
    expect(await run(['daily', '2026-01-31', '--path'])).toMatchObject({
      stdout: `${file}\n`,
      stderr: '',
    })
    expect(await json(['daily', '2026-01-31'])).toMatchObject({ created: false })
    expect(await run(['daily', 'someday'])).toMatchObject({ code: 2, stdout: '' })
    expect(existsSync(join(folder, 'ideas/daily/someday.md'))).toBe(false)
  }))

test('health shows what is wrong, of the vault that is named', () =>
  withFlint({ ...twoFolders, 'tours/pass.md': 'See [[hut]] and [[valley]].\n' }, async (flint) => {
    const { run, json } = flint
    await addTwoVaults(flint)
    const { stdout, code } = await run(['health', 'tours', '--limit', '1'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^broken links +2$/m)
    expect(stdout).toContain('Broken links:\n  pass.md:1  hut\n  and 1 more\n')
    expect((await json(['health'])).counts).toMatchObject({ notes: 2, broken_links: 0 })
    expect(await run(['health', 'none'])).toMatchObject({ code: 3 })
  }))
