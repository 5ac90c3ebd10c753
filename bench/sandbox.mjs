import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServerProcess } from './server-process.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))

/** A folder of its own for one benchmark: a generated vault, and settings and data that are nobody else's. */
export class Sandbox {
  folder = mkdtempSync(join(tmpdir(), 'flint-bench-'))
  vault
  queries
  #queriesFile
  #judge
  #server

  constructor(notes, { judge, server }) {
    this.#judge = judge
    this.#server = server
    this.vault = join(this.folder, `notes-${notes}`)
    this.#queriesFile = `${this.vault}.queries.json`
    execFileSync(process.execPath, [judge.generator, this.vault, String(notes)], { stdio: 'pipe' })
    this.queries = JSON.parse(readFileSync(this.#queriesFile, 'utf8'))
    mkdirSync(join(this.folder, 'config'))
    this.useModel('none')
  }

  /** Which model embeds: with `none` keywords are all there is, and nothing goes on in the background. */
  useModel(model) {
    writeFileSync(join(this.folder, 'config/config.yml'), `search:\n  model: ${model}\n`)
  }

  get loopFile() {
    return join(this.folder, 'loop.json')
  }

  /** What the machine needs for the same work, now. */
  measureFloor() {
    const args = [this.#judge.floor, this.vault, this.#queriesFile]
    return JSON.parse(execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' }))
  }

  /** A flint that serves the vault, with its index in a data folder of this name. */
  startServer(data, nodeOptions = []) {
    const args = [...nodeOptions, this.#server, 'serve', '--vault', this.vault]
    return new ServerProcess(args, {
      HOME: this.folder,
      FLINT_CONFIG_DIR: join(this.folder, 'config'),
      FLINT_DATA_DIR: join(this.folder, data),
      BENCH_LOOP_FILE: this.loopFile,
    })
  }

  remove(data) {
    rmSync(join(this.folder, data), { recursive: true, force: true })
  }

  close() {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** The programs that make the vault and the floor: those beside the project, where they are, else our own. */
export function findJudge(choice) {
  const shared = resolve(project, process.env.FLINT_SHARED ?? '../shared', 'bench')
  const files = { generator: join(shared, 'genvault.mjs'), floor: join(shared, 'floor.mjs') }
  const isThere = Object.values(files).every((file) => existsSync(file))
  if (choice === 'shared' && !isThere) throw new Error(`There is no genvault.mjs and floor.mjs in ${shared}.`)
  if (choice !== 'own' && isThere) return { name: 'shared', ...files }
  return {
    name: 'own',
    generator: join(project, 'bench', 'generate-vault.mjs'),
    floor: join(project, 'bench', 'floor.mjs'),
  }
}
