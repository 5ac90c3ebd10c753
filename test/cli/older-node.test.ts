import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { withFolder } from '../support/with-folder.ts'

const built = fileURLToPath(new URL('../../dist/app/', import.meta.url))

/** A folder laid out as a checkout, whose program believes to run on Node 18 unless a newer one has started it. */
async function layOut(folder: string) {
  const app = join(folder, 'dist/app')
  await mkdir(app, { recursive: true })
  await cp(join(built, 'main.js'), join(app, 'main.js'))
  await cp(join(built, 'older-node.cjs'), join(app, 'older-node.cjs'))
  await writeFile(join(app, 'package.json'), '{ "type": "commonjs" }')
  await writeFile(
    join(app, 'flint.js'),
    'console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 7',
  )
  const pretend = join(folder, 'pretend.cjs')
  await writeFile(
    pretend,
    `if (process.env.BROUGHT === undefined)
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.1' } })
    process.env.BROUGHT = 'yes'`,
  )
  const start = ['-r', pretend, join(app, 'main.js')]
  return {
    start,
    async run(...args: readonly string[]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [...start, ...args], {
        encoding: 'utf8',
      })
      return { code: status, stdout, stderr }
    },
    async bringNode() {
      const system = process.platform === 'win32' ? 'win' : process.platform
      const bin = join(folder, 'scripts/node/node_modules', `node-${system}-${process.arch}`, 'bin')
      await mkdir(bin, { recursive: true })
      await symlink(process.execPath, join(bin, process.platform === 'win32' ? 'node.exe' : 'node'))
    },
    /** Has it run this in place of flint. */
    becomes: (text: string) => writeFile(join(app, 'flint.js'), text),
  }
}

test('on an older Node flint says in one sentence what it needs, and loads nothing', () =>
  withFolder({}, async (folder) => {
    const flint = await layOut(folder)
    const { code, stdout, stderr } = await flint.run('list')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^flint needs Node 22\.13 or newer, and this is v\S+ Install a newer one[^\n]*\n$/)
  }))

test('on an older Node the one that was brought into the checkout runs flint, with its words and its exit code', () =>
  withFolder({}, async (folder) => {
    const flint = await layOut(folder)
    await flint.bringNode()
    expect(await flint.run('search', 'two words')).toMatchObject({
      code: 7,
      stdout: '["search","two words"]\n',
    })
  }))

test('what an older Node has started ends with it, however that ended', () =>
  withFolder({}, async (folder) => {
    const flint = await layOut(folder)
    await flint.bringNode()
    await flint.becomes('console.log(process.pid); setInterval(() => undefined, 1_000)')
    const starter = spawn(process.execPath, flint.start, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = (await once(starter.stdout, 'data')) as [Buffer]
    const pid = Number(String(said))
    starter.kill('SIGKILL')
    await until('it has ended', () => !isAlive(pid))
  }))

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
