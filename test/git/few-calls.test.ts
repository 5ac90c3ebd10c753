import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withTwo } from '../support/with-clones.ts'

// A start of git takes a person's time: some ten milliseconds each.
test('a sync starts git no more often than it must', () =>
  withTwo({ 'a.md': '# A\n', 'b.md': '# B\n' }, async (ada, bob, { folder }) => {
    const started = await recordStarts(folder)
    const syncOf = async ({ flint }: typeof ada) => {
      await writeFile(started, '')
      expect((await flint('sync')).code).toBe(0)
      return (await readFile(started, 'utf8')).split('\n').filter((line) => line.includes('core.hooksPath'))
        .length
    }
    const counts = { inStep: await syncOf(ada), sent: 0, received: 0, merged: 0 }
    await ada.write('a.md', '# A\n\nmore\n')
    counts.sent = await syncOf(ada)
    counts.received = await syncOf(bob)
    await ada.write('a.md', '# A\n\nmore of ada\n')
    await syncOf(ada)
    await bob.write('b.md', '# B\n\nmore\n')
    counts.merged = await syncOf(bob)
    // Where the other side takes long to answer, one question less is asked before the vault is opened.
    const most: typeof counts = { inStep: 5, sent: 15, received: 12, merged: 32 }
    const over = Object.entries(most).filter(([sync, count]) => counts[sync as keyof typeof counts] > count)
    expect({ counts, over }).toEqual({ counts, over: [] })
  }))

/** A file that gets a line for each start of git from here on. */
async function recordStarts(folder: string): Promise<string> {
  const [bin, started] = [join(folder, 'bin'), join(folder, 'started')]
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  await mkdir(bin)
  await writeFile(join(bin, 'git'), `#!/bin/sh\necho "$@" >> '${started}'\nexec '${git}' "$@"\n`)
  await chmod(join(bin, 'git'), 0o755)
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH'] ?? ''}`)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  return started
}
