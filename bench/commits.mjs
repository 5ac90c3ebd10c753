// `node bench/commits.mjs [CALLS]`: what `create_note` takes with commits and without, in turn, in two vaults that are alike.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../dist/src/app.js'
import { callTool } from '../dist/src/call/call-tool.js'

const calls = Number(process.argv[2] ?? 300)
const folder = mkdtempSync(join(tmpdir(), 'flint-commits-'))
const ignore = () => undefined
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
const env = {
  HOME: folder,
  PATH: process.env.PATH,
  FLINT_CONFIG_DIR: join(folder, 'config'),
  FLINT_DATA_DIR: join(folder, 'data'),
}

try {
  for (const id of ['off', 'on']) {
    const vault = join(folder, id)
    const git = (...args) => execFileSync('git', args, { cwd: vault, stdio: 'pipe' }).toString()
    mkdirSync(join(vault, '.flint-note'), { recursive: true })
    writeFileSync(join(vault, '.flint-note/config.yml'), `history: { git: ${id} }\n`)
    for (let n = 0; n < 1_000; n += 1) writeFileSync(join(vault, `n${n}.md`), `# N${n}\n\n[[n${n + 1}]]\n`)
    git('init', '--quiet')
    git('config', 'user.name', 'Bench')
    git('config', 'user.email', 'bench@example.org')
    git('add', '--all')
    git('commit', '--quiet', '-m', 'first')
  }
  mkdirSync(env.FLINT_CONFIG_DIR)
  const vaults = Object.fromEntries(['off', 'on'].map((id) => [id, { name: id, path: join(folder, id) }]))
  writeFileSync(
    join(env.FLINT_CONFIG_DIR, 'config.yml'),
    JSON.stringify({ vaults, search: { model: 'none' } }),
  )
  const app = createApp({ env, cwd: folder, vault: null, log, now: () => new Date() })
  const tools = await app.tools()
  const context = app.toolContext({ session: { id: 'bench' }, signal: new AbortController().signal })
  const took = { off: [], on: [] }
  for (let n = 0; n < calls + 20; n += 1) {
    for (const id of n % 2 === 0 ? ['off', 'on'] : ['on', 'off']) {
      const start = performance.now()
      const input = { vault_id: id, path: `made/${n}.md`, title: `Made ${n}`, content: 'Words.' }
      const { isError } = await callTool(tools, 'create_note', input, context)
      if (isError) throw new Error('create_note failed')
      if (n >= 20) took[id].push(performance.now() - start)
    }
    // As a caller does that reads the answer first; otherwise nothing is committed before the end.
    if (n % 25 === 0) await new Promise((resolve) => setTimeout(resolve, 400))
  }
  await app.close()
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
  const [off, on] = [median(took.off), median(took.on)]
  const commits = execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: join(folder, 'on') })
  console.log(
    `create_note p50: ${off.toFixed(2)} ms without commits, ${on.toFixed(2)} ms with (${(on / off).toFixed(2)} times); ${String(commits).trim()} commits`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
