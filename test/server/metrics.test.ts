import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withFlint, type Flint } from '../cli/with-flint.ts'
import { callOver, connectOver, startHttp } from './http-server.ts'
import { until } from '../support/until.ts'

const secret = 'hidden-garden'

test('calls, requests, vaults and the process are told in Prometheus’ format, and no note is named', () =>
  withFlint(
    { [`work/${secret}.md`]: '# Rose bed\n', 'work/b.md': 'b\n', 'diary/c.md': 'c\n' },
    async (flint) => {
      await register(flint)
      const server = await startHttp(flint, ['--port', '0', '--metrics', '127.0.0.1:0'])
      const address = /it is told at (\S+)/.exec(server.stderr())?.[1] ?? ''
      const client = await connectOver(server.url, null, '2026')
      await callOver(client, 'get_note', { identifier: secret })
      await callOver(client, 'get_note', { identifier: 'b' })
      await callOver(client, 'get_note', { identifier: 'nothing like it' })
      await callOver(client, 'list_notes')
      await until('the index is ready', async () => (await get(address)).text.includes('flint_index_notes'))
      const { status, type, text } = await get(address)
      expect({ status, type }).toEqual({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' })
      const samples = new Map<string, number>()
      for (const line of text.trimEnd().split('\n')) {
        if (/^# (?:HELP|TYPE) flint_\w+ .+$/.test(line)) continue
        const [, name = '', value] = /^(flint_\w+(?:\{(?:\w+="[^"\\]*",?)+\})?) (\d\S*)$/.exec(line) ?? []
        expect(name, line).not.toBe('')
        samples.set(name, Number(value))
      }
      expect(samples.get('flint_calls_total{tool="get_note",outcome="ok"}')).toBe(2)
      expect(samples.get('flint_calls_total{tool="get_note",outcome="NOT_FOUND"}')).toBe(1)
      expect(samples.get('flint_calls_total{tool="list_notes",outcome="ok"}')).toBe(1)
      expect(samples.get('flint_call_seconds_count{tool="get_note"}')).toBe(3)
      expect(samples.get('flint_call_seconds_bucket{tool="get_note",le="+Inf"}')).toBe(3)
      expect(samples.get('flint_call_seconds_bucket{tool="get_note",le="60"}')).toBe(3)
      expect(samples.get('flint_calls_under_way')).toBe(0)
      expect(samples.get('flint_vaults')).toBe(2)
      expect(samples.get('flint_vaults_open')).toBe(1)
      expect(samples.get('flint_index_notes{vault="work"}')).toBe(2)
      expect(samples.get('flint_index_ready{vault="work"}')).toBe(1)
      expect(samples.get('flint_http_requests_total{status="200"}')).toBeGreaterThanOrEqual(4)
      expect(samples.get('flint_process_resident_memory_bytes')).toBeGreaterThan(1e6)
      expect(text).not.toMatch(new RegExp(`${secret}|nothing like it|Rose|\\.md`))

      const ready = await get(new URL('/readyz', address).href)
      expect({ status: ready.status, body: JSON.parse(ready.text) }).toEqual({
        status: 200,
        body: { ready: true, waits_for: [] },
      })
      expect((await get(new URL('/healthz', address).href)).status).toBe(200)
      expect((await get(new URL('/mcp', address).href)).status).toBe(404)
      expect((await get(address, { method: 'POST' })).status).toBe(405)
      expect((await get(address, { host: 'evil.example' })).status).toBe(403)
      expect((await get(new URL('/metrics', server.url).href)).status).toBe(404)
      await client.close()
      expect(await server.stop()).toBe(0)
    },
  ))

test('the settings name the address as well; without one there is none, and a wrong one is said', () =>
  withFlint({ 'work/a.md': '# A\n', 'diary/c.md': 'c\n' }, async (flint) => {
    await register(flint, { metrics: '127.0.0.1:0' })
    const told = await startHttp(flint, ['--port', '0'])
    expect(told.stderr()).toMatch(/it is told at http:\/\/127\.0\.0\.1:\d+\/metrics/)
    await told.stop()
    await register(flint)
    const silent = await startHttp(flint, ['--port', '0'])
    expect(silent.stderr()).not.toContain('metrics')
    await silent.stop()
    const wrong = await flint.run(['serve', '--http', '--metrics', 'here'], { isProcess: true })
    expect(wrong.stderr).toContain('"here" is no address for metrics.')
    const busy = createServer().listen(0, '127.0.0.1')
    await once(busy, 'listening')
    const { port } = busy.address() as AddressInfo
    const taken = await flint.run(['serve', '--http', '--metrics', `127.0.0.1:${port}`], { isProcess: true })
    expect(taken.stderr).toContain(`Port ${port} is in use`)
    expect(taken.stderr).toContain('--metrics')
    expect(taken.stderr).not.toContain('--port')
    busy.close()
    const alone = await flint.run(['serve', '--metrics', '127.0.0.1:0'], { isProcess: true })
    expect(alone.stderr).toContain('--metrics, --no-ui, --cluster and --inner belong to --http')
  }))

async function register({ folder, env }: Flint, mcpServer: object = {}): Promise<void> {
  const config = env['FLINT_CONFIG_DIR'] ?? ''
  await mkdir(config, { recursive: true })
  const entry = (id: string) => ({ name: id, path: join(folder, id) })
  const vaults = { work: entry('work'), diary: entry('diary') }
  const text = { vaults, current_vault: 'work', search: { model: 'none' }, mcp_server: mcpServer }
  await writeFile(join(config, 'config.yml'), JSON.stringify(text))
}

/** A request with a Host of its own, which `fetch` would not send. */
async function get(
  address: string,
  { method = 'GET', host }: { readonly method?: string; readonly host?: string } = {},
): Promise<{ readonly status: number; readonly type: string; readonly text: string }> {
  return await new Promise((resolve, reject) => {
    const asking = request(
      address,
      { method, ...(host !== undefined && { headers: { host } }) },
      (response) => {
        let text = ''
        response.on('data', (data: Buffer) => (text += data.toString()))
        response.on('end', () => {
          const { 'content-type': type = '' } = response.headers
          resolve({ status: response.statusCode ?? 0, type, text })
        })
      },
    )
    asking.on('error', reject)
    asking.end()
  })
}
