import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { expect } from 'vitest'
import { connectAgent } from './connect-agent.ts'
import { browserTest, withBrowser } from './with-browser.ts'

browserTest('a second click answers no other question, and each view says that one waits', () =>
  withBrowser(
    ['work'],
    {
      'work/a.md': 'A\n',
      'work/b.md': 'B\n',
      'work/.flint-note/config.yml': 'permissions: { write: ask }\n',
    },
    async ({ flint, page, origin }) => {
      const agent = new Client({ name: 'claude-code', version: '1' })
      await connectAgent(agent, flint)
      const append = (identifier: string) =>
        agent.callTool({ name: 'append_to_note', arguments: { vault_id: 'work', identifier, content: 'x' } })
      await append('a.md')
      await append('b.md')
      await page.goto(`${origin}/ui/health`)
      await page.getByTitle('2 questions wait').waitFor()
      await page.goto(`${origin}/ui`)
      const buttons = page.getByRole('button', { name: 'Approve once' })
      await buttons.nth(1).waitFor()
      const place = await buttons.first().boundingBox()
      const next = await buttons.nth(1).boundingBox()
      const click = () => page.mouse.click((place?.x ?? 0) + 20, (place?.y ?? 0) + 10)
      await click()
      await page.getByText('Approved.').waitFor()
      await page.waitForFunction(() => document.activeElement?.textContent.startsWith('Approved.') === true)
      // Nothing has moved.
      expect(Math.abs(((await buttons.first().boundingBox())?.y ?? 0) - (next?.y ?? 0))).toBeLessThan(20)
      await click()
      await page.getByTitle('1 question waits').waitFor()
      expect(await buttons.count()).toBe(1)
      await append('a.md')
      expect(await readFile(join(flint.folder, 'work/a.md'), 'utf8')).toBe('A\nx\n')
      await agent.close()
    },
  ),
)
