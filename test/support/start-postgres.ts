import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgres } from '../../scripts/postgres/find-postgres.mjs'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

const run = promisify(execFile)
/** PostgreSQL does not run as root: another user does it then, to whom the folder belongs. */
const nobody = 65_534
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

const postgresPrograms = findPostgres()

/** Why tests with PostgreSQL are skipped; null where they run. */
export const noPostgres =
  postgresPrograms === null ? '(skipped: no PostgreSQL here, neither from npm nor installed)' : null

export interface PostgresServer {
  /** The address of a new, empty database. */
  readonly newDatabase: () => Promise<string>
  readonly port: number
  /** As `kill -9` does to all of it, then started again on the same data. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A PostgreSQL on a free port of this machine. Without `keepsData` a power cut may cost it what it was told. */
export async function startPostgres({ keepsData = false } = {}): Promise<PostgresServer> {
  const programs = postgresPrograms
  if (programs === null) throw new Error(noPostgres ?? '')
  const folder = await mkdtemp(join(tmpdir(), 'flint-postgres-'))
  await chmod(folder, 0o700)
  if ('uid' in user) await chown(folder, nobody, nobody)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } }
  const made = [
    '-D',
    data,
    '-U',
    'flint',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
    '--no-instructions',
  ]
  await run(join(programs, 'initdb'), made, options)
  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 400,
    shared_buffers: '32MB',
    log_min_messages: 'fatal',
    ...(!keepsData && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const args = [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(join(programs, 'postgres'), args, { ...options, stdio: 'ignore' })
    // Whoever ends without stopping it leaves nothing that runs.
    const leave = () => child.kill('SIGQUIT')
    process.once('exit', leave)
    child.once('exit', () => process.off('exit', leave))
    await until('PostgreSQL accepts connections', async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}.`)
      return await accepts(port)
    })
    return child
  }
  let child = await start()
  const end = async (signal: NodeJS.Signals) => {
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    port,
    newDatabase: () => newDatabase(port),
    async restart() {
      // Immediate: no connection is ended in an orderly way, and the log is replayed at the next start.
      await end('SIGQUIT')
      child = await start()
    },
    async stop() {
      await end('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The address of a new, empty database of the server at this port. */
export async function newDatabase(port: number): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(port, `create database ${name}`)
  return `postgres://flint@127.0.0.1:${port}/${name}`
}

/** Removes a database, whoever is still connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  const { port, pathname } = new URL(url)
  await query(Number(port), `drop database ${pathname.slice(1)} with (force)`)
}

async function query(port: number, text: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'flint', database: 'postgres' })
  await client.connect()
  await client.query(text)
  await client.end()
}

async function accepts(port: number): Promise<boolean> {
  return await query(port, 'select 1').then(
    () => true,
    () => false,
  )
}
