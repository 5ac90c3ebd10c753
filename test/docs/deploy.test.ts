import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { buildProgram, type Request } from '../../src/cli/build-program.ts'
import { parseRegistry } from '../../src/registry/read-registry.ts'
import { twoFolders, withFlint } from '../cli/with-flint.ts'
import { callOver, connectOver, startHttp } from '../server/http-server.ts'
import { plain } from '../support/plain.ts'
import { withFolder } from '../support/with-folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const deploy = `${root}deploy`
const defaultPort = parseRegistry('').config.mcp_server.port
const { bin } = plain(JSON.parse(readFileSync(`${root}package.json`, 'utf8')))

const dockerfile = readFileSync(`${deploy}/Dockerfile`, 'utf8')
const unit = readFileSync(`${deploy}/flint.service`, 'utf8')
const compose = plain(load(readFileSync(`${deploy}/compose.yml`, 'utf8')))
const { flint: service } = compose.services

/** The words after `flint`, as the command line understands them. */
function understand(words: readonly string[]): Request | undefined {
  const requests: Request[] = []
  const program = buildProgram({
    version: '0',
    write: () => undefined,
    writeMessage: () => undefined,
    isColoured: false,
    onRequest: (request) => requests.push(request),
  })
  program.parse(words, { from: 'user' })
  return requests[0]
}

function environment(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(/(?:^Environment=|ENV |^ {4})([A-Z_]+)=(\S+)/gm)]
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]))
}

const serving = { command: { name: 'serve' }, given: { http: true, host: '0.0.0.0' } }

test('the image starts the server that is built, on the port that it shows and asks', () => {
  const [, words = '[]'] = /^CMD (\["serve".*)$/m.exec(dockerfile) ?? []
  expect(understand(JSON.parse(words))).toMatchObject(serving)
  expect(dockerfile).toContain(`EXPOSE ${defaultPort}\n`)
  expect(dockerfile).toContain(`http://127.0.0.1:${defaultPort}/healthz`)
  expect(dockerfile).toContain(`ln -s /app/${bin.flint} /usr/local/bin/flint`)
  expect(dockerfile).toMatch(/^USER node$/m)
  for (const [, from = ''] of dockerfile.matchAll(/^COPY (?!--from)(.*) \.\/$/gm))
    for (const file of from.split(' ')) expect(existsSync(root + file), file).toBe(true)
})

test('the container keeps what the image expects, and nothing else can be written', () => {
  const mounts: readonly string[] = service.volumes.map((volume: string) => volume.split(':').at(-1))
  const { FLINT_CONFIG_DIR, FLINT_DATA_DIR, FLINT_MODELS_DIR = '' } = environment(dockerfile)
  expect(mounts).toEqual([FLINT_CONFIG_DIR, FLINT_DATA_DIR, '/vaults'])
  expect(mounts.some((mount) => FLINT_MODELS_DIR.startsWith(`${mount}/`))).toBe(true)
  expect(dockerfile).toContain(`VOLUME ${JSON.stringify(mounts).replaceAll(',', ', ')}`)
  expect(service.ports).toEqual([`${defaultPort}:${defaultPort}`])
  expect(service.read_only).toBe(true)
  expect(understand(service.command)).toMatchObject({ given: { allowedHost: ['${FLINT_HOST:-localhost}'] } })
  expect(understand(service.command)).toMatchObject(serving)
  expect(existsSync(join(deploy, service.build.context, service.build.dockerfile))).toBe(true)
  const { config, notices } = parseRegistry(readFileSync(`${deploy}/config/config.yml`, 'utf8'))
  expect({ roots: config.registry.roots, notices }).toEqual({ roots: ['/vaults'], notices: [] })
})

test('compose understands its file, where it is installed', ({ skip }) => {
  const { status, stdout } = spawnSync('docker', ['compose', '-f', `${deploy}/compose.yml`, 'config'], {
    encoding: 'utf8',
  })
  if (spawnSync('docker', ['compose', 'version']).status !== 0) skip('docker compose is not installed')
  expect(status).toBe(0)
  expect(plain(load(stdout)).services.flint.command).toContain('localhost')
})

test('the unit starts the server, on the default port and with the folders that it may write to', () => {
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? []
  const [program, ...words] = line.split(' ')
  expect(program).toBe('/usr/local/bin/flint')
  expect(understand(words)).toMatchObject({ ...serving, given: { ...serving.given, allowedHost: ['%H'] } })
  const { VAULT_PATH, PORT, ...folders } = environment(unit)
  expect(PORT).toBe(String(defaultPort))
  expect(unit).toContain(`ReadWritePaths=${VAULT_PATH}\n`)
  for (const folder of Object.values(folders)) expect(folder).toMatch(/^\/var\/lib\/flint-note\//)
  // It compiles to machine code as it runs.
  expect(unit).not.toContain('MemoryDenyWriteExecute')
})

test('systemd finds nothing wrong with the unit, where it is installed', ({ skip }) => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) skip('systemd-analyze is not installed')
  return withFolder({}, async (folder) => {
    const file = join(folder, 'flint.service')
    // Only what is not there on this machine is put in the place of what is.
    await writeFile(
      file,
      unit.replace('/usr/local/bin/flint', process.execPath).replace(/^(?:User|Group)=.*\n/gm, ''),
    )
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    expect(stderr.split('\n').filter((line) => line.includes('flint.service'))).toEqual([])
  })
})

test('a server with that registry has a vault for every folder, and wants a token', () =>
  withFlint(twoFolders, async (flint) => {
    await cp(`${deploy}/config`, join(flint.folder, '.config'), { recursive: true })
    const file = join(flint.folder, '.config/config.yml')
    await writeFile(file, readFileSync(file, 'utf8').replace('[/vaults]', JSON.stringify([flint.folder])))
    const { token } = await flint.json(['token', 'create', 'laptop', '--vaults', 'ideas'])
    const { url } = await startHttp(flint, [...service.command.slice(2), '--port', '0'])
    const local = url.replace('0.0.0.0', '127.0.0.1')
    await expect(connectOver(local, null, '2025')).rejects.toThrow()
    const client = await connectOver(local, token, '2025')
    expect((await callOver(client, 'get_note', { identifier: 'lamp' })).vault).toBe('ideas')
    await client.close()
  }))
