import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { rolldown } from 'rolldown'
import { expect } from 'vitest'
import { mainFile } from '../../cli/with-flint.ts'
import { plain } from '../../support/plain.ts'
import { browserTest, withBrowser } from './with-browser.ts'

/** What the specification has hosts say of a view that asks for nothing. */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'"

const hostile = '<img src=https://evil.example/x onerror="parent.harmed=1"><script>parent.harmed=1</script>'

browserTest('the views for other programs show results and undo changes in the extension’s own host', () =>
  withBrowser(
    ['main'],
    {
      'main/leeks.md': '# Leeks\n\nOf the garden.\n',
      'main/hostile.md': `# ${hostile}\n\nLeeks ${hostile}\n`,
    },
    async ({ flint, context, faults }) => {
      const client = new Client(
        { name: 'apps', version: '1' },
        {
          capabilities: {
            extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
          },
        },
      )
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [mainFile, 'serve', '--log-level', 'silent'],
          env: { ...flint.env },
          cwd: flint.folder,
        }),
      )
      const { tools } = await client.listTools()
      const uriOf = (name: string) => plain(tools.find((tool) => tool.name === name))._meta.ui.resourceUri
      const host = await buildHost()
      const server = createServer(({ url }, response) => {
        const isScript = url === '/host.js'
        response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
        response.end(isScript ? host : '<!doctype html><title>host</title><script src="/host.js"></script>')
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const page = await context.newPage()
      page.on('pageerror', ({ message }) => {
        throw new Error(message)
      })
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const call = async (name: string, args: object) =>
        plain(await client.callTool({ name, arguments: { ...args } }))
      const refused: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') refused.push(message.text())
      })
      await page.exposeFunction('callTool', call)
      const address = plain(server.address())
      await page.goto(`http://127.0.0.1:${address.port}/`)
      const show = async (tool: string, result: object) => {
        const { contents } = await client.readResource({ uri: uriOf(tool) })
        const { text, mimeType } = plain(contents[0])
        expect(mimeType).toBe('text/html;profile=mcp-app')
        const html = text.replace(
          '<head>',
          `<head><meta http-equiv="content-security-policy" content="${policy}">`,
        )
        await page.evaluate(
          async ([view, given]) => {
            await window.showView(view, given)
          },
          [html, result] as const,
        )
        return page.locator('iframe').last().contentFrame()
      }

      const found = await show('search_notes', await call('search_notes', { query: 'leeks' }))
      await found.getByRole('button', { name: /Leeks/ }).first().waitFor()
      expect(await found.locator('html').getAttribute('data-theme')).toBe('dark')
      for (const hit of await found.getByRole('button').all()) await hit.click()
      await found.getByText('Of the garden.', { exact: false }).last().waitFor()
      await found.locator('pre', { hasText: 'onerror' }).waitFor()

      const { content_hash: hash } = (await call('get_note', { identifier: 'leeks.md' })).structuredContent
      const wrong = { identifier: 'leeks.md', content: `# Leeks\n\n${hostile}\n`, content_hash: hash }
      const changed = await show('update_note', await call('update_note', wrong))
      await changed.getByText('Of the garden.').waitFor()
      const before = await readFile(join(flint.folder, 'main/leeks.md'), 'utf8')
      expect(before).toContain('onerror')
      await changed.getByRole('button', { name: 'Undo this change' }).click()
      await changed.getByText('Undone.').waitFor()
      expect(await readFile(join(flint.folder, 'main/leeks.md'), 'utf8')).toBe('# Leeks\n\nOf the garden.\n')

      const listed = await show('list_changes', await call('list_changes', {}))
      await listed
        .getByRole('button', { name: /leeks\.md/ })
        .last()
        .click()
      await listed.getByText(/undone already/i).waitFor()

      // Three views stand in this page, each of which has a place of its own elsewhere.
      const rules = new AxeBuilder({ page }).include('iframe').disableRules(['landmark-unique'])
      const { violations } = await rules.analyze()
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`)).toEqual([])
      expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
      expect(
        asked.filter((url) => !url.startsWith('http://127.0.0.1:') && !url.startsWith('about:')),
      ).toEqual([])
      expect(refused).toEqual([])
      expect(faults.filter((fault) => !fault.includes(`127.0.0.1:${address.port}/`))).toEqual([])
      await page.close()
      server.closeAllConnections()
      server.close()
      await client.close()
    },
  ),
)

async function buildHost(): Promise<string> {
  const input = fileURLToPath(new URL('app-host.ts', import.meta.url))
  const build = await rolldown({ input, platform: 'browser', logLevel: 'silent' })
  const { output } = await build.generate({ format: 'iife' })
  await build.close()
  return output[0].code
}
