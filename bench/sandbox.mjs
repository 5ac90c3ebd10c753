import Database from 'better-sqlite3'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { copyVault, listNotes } from './own-vault.mjs'
import { ServerProcess } from './server-process.mjs'

const lookEveryMs = 10
const looksPerCall = 25

const project = fileURLToPath(new URL('..', import.meta.url))

/** A folder of its own for one benchmark: a vault, made up or copied, and settings and data that are nobody else's. */
export class Sandbox {
  folder = mkdtempSync(join(tmpdir(), 'flint-bench-'))
  vault
  queries
  noteCount
  #queriesFile
  #judge
  #server

  /** `notes` is how many to make up, or the folder of somebody's own to copy. */
  constructor(notes, { judge, server }) {
    this.#judge = judge
    this.#server = server
    this.vault = join(this.folder, 'notes')
    this.#queriesFile = `${this.vault}.queries.json`
    this.queries = this.#fill(notes)
    this.noteCount = listNotes(this.vault).length
    mkdirSync(join(this.folder, 'config'))
    this.useModel('none')
  }

  /** Puts the notes in their place, and what to ask of them beside them. */
  #fill(notes) {
    if (typeof notes === 'string')
      writeFileSync(this.#queriesFile, JSON.stringify(copyVault(notes, this.vault)))
    else execFileSync(process.execPath, [this.#judge.generator, this.vault, String(notes)], { stdio: 'pipe' })
    return JSON.parse(readFileSync(this.#queriesFile, 'utf8'))
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

  /** A flint that serves the vault, or a copy of it, with its index in a data folder of this name. */
  startServer(data, nodeOptions = [], { vault = this.vault, limitMs = null } = {}) {
    const args = [...nodeOptions, this.#server, 'serve', '--vault', vault]
    const env = {
      HOME: this.folder,
      FLINT_CONFIG_DIR: join(this.folder, 'config'),
      FLINT_DATA_DIR: resolve(this.folder, data),
      BENCH_LOOP_FILE: this.loopFile,
    }
    return new ServerProcess(args, env, { limitMs })
  }

  remove(data) {
    rmSync(join(this.folder, data), { recursive: true, force: true })
  }

  /** As if a flint that has run here before had never seen the vault. */
  removeIndex(data) {
    for (const name of readdirSync(join(this.folder, data)))
      if (name !== 'code') this.remove(join(data, name))
  }

  /** Has a server run until its compiled code is kept in a data folder: only the first start of a version is without. */
  async keepCode(data) {
    const code = join(this.folder, data, 'code')
    const server = this.startServer(data)
    await server.initialize()
    await server.call('search_notes', { query: this.queries.rare[0] })
    const isKept = () =>
      existsSync(code) &&
      readdirSync(code, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile())
    for (let waited = 0; !isKept() && waited < 10_000; waited += 100) await wait(100)
    await server.close()
    if (!isKept()) process.stderr.write('No compiled code was kept.\n')
  }

  /** Waits until every note is in an index, by what its file says; now and then `meanwhile` is called. */
  async untilFilled(data, meanwhile) {
    const state = await this.#openState(data)
    for (let looked = 1; state.read('filled') !== 'yes'; looked++) {
      if (looked % looksPerCall === 0) await meanwhile()
      await wait(lookEveryMs)
    }
    state.close()
  }

  /** Waits until the full text of an index lies in one piece; a build that does not do so says nothing of it. */
  async untilTidy(data) {
    const state = await this.#openState(data)
    while (['no', 'indexed'].includes(state.read('tidy'))) await wait(lookEveryMs)
    state.close()
  }

  /** What an index says of itself, once it is there. */
  async #openState(data) {
    for (;;) {
      const state = this.#tryState(join(this.folder, data))
      if (state !== null) return state
      await wait(lookEveryMs)
    }
  }

  #tryState(folder) {
    let db = null
    try {
      const found = readdirSync(folder, { recursive: true }).find((name) => basename(name) === 'index.sqlite')
      if (found === undefined) return null
      db = new Database(join(folder, found), { readonly: true })
      const state = db.prepare('SELECT value FROM state WHERE name = ?').pluck()
      return { read: (name) => state.get(name), close: () => db.close() }
    } catch {
      // It is just being made.
      db?.close()
      return null
    }
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
