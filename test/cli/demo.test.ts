import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { withFolder } from '../support/with-folder.ts'

const demo = fileURLToPath(new URL('../../dist/scripts/demo/demo.js', import.meta.url))

test('the demonstration does every step, prints the lines for the clients and leaves nothing behind', () =>
  withFolder({}, async (folder) => {
    const temporary = join(folder, 'tmp')
    await mkdir(temporary)
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: temporary, TEMP: temporary }
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [demo], { cwd: folder, env })
    expect(stderr).toBe('')
    const steps = stdout.split('\n').filter((line) => /^\d+\. /.test(line))
    expect(steps.map((line) => line.replace(/ +\d+ ms$/, ''))).toMatchSnapshot()
    expect(stdout).toContain('projects/website.md: The printer delivers zinnia-coloured flyers.')
    for (const client of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Codex']) {
      expect(stdout).toContain(`\n${client} `)
    }
    expect(await readdir(temporary)).toEqual([])
    expect(await readdir(folder)).toEqual(['tmp'])
  }))
