import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { expect, test } from 'vitest'
import { createServer } from '../../src/server/create-server.ts'
import { Consent } from '../../src/call/consent.ts'
import { allTools } from '../../src/tools/index.ts'
import { pickTools } from '../../src/call/pick-tools.ts'
import { hashFiles } from '../support/hash-files.ts'
import { withVault } from '../support/with-vault.ts'
import { sampleVault } from '../tools/sample-vault.ts'
import { toyContext } from '../tools/toy-tools.ts'

test('a read-only server lists no tool that writes and knows none by its name', () =>
  withVault(sampleVault, async ({ hub, folder }) => {
    const factory = () =>
      createServer({
        version: '1.2.3',
        instructions: '',
        vaults: hub,
        session: { id: 'test', consent: new Consent() },
        log: toyContext().log,
        now: () => new Date(),
        strictOutput: true,
        tools: () => Promise.resolve(pickTools(allTools, { readOnly: true })),
      })
    const [near, far] = InMemoryTransport.createLinkedPair()
    const serving = serveStdio(factory, { transport: far })
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    await client.connect(near)
    const before = await hashFiles(`${folder}/main`)
    const { tools } = await client.listTools()
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    const writing = allTools.filter(({ annotations }) => !annotations.readOnlyHint)
    expect(tools.length + writing.length).toBe(allTools.length)
    for (const { name } of writing) {
      const params = { name, arguments: { identifier: 'Leeks', content: 'x', text: 'x', confirm: true } }
      await expect(client.callTool(params), name).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`no tool "${name}"`),
      })
    }
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
    await client.close()
    await serving.close()
  }))
