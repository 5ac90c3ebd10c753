import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect } from 'vitest'
import { hashFiles } from '../../support/hash-files.ts'
import { plain } from '../../support/plain.ts'
import { connectAgent } from './connect-agent.ts'
import { browserTest, withProgram } from './with-browser.ts'

const files = Object.fromEntries(
  ['work', 'home'].flatMap((vault) =>
    Array.from({ length: 10 }, (_, at) => [
      `${vault}/note-${at}.md`,
      `# Note ${at}\r\n\r\nFirst line.  \r\nSee [[note-0]].\n`,
    ]),
  ),
)

browserTest(
  'a person finds what an agent did, approves what it asks, and takes its morning back but for one',
  () =>
    withProgram(['work', 'home'], files, async ({ flint, page, faults }) => {
      const notes = join(flint.folder, 'work')
      const untouched = { work: await hashFiles(notes), home: await hashFiles(join(flint.folder, 'home')) }
      const agent = new Client({ name: 'claude-code', version: '1' }, { capabilities: { elicitation: {} } })
      // Its person is not in front of it.
      agent.setRequestHandler(
        ElicitRequestSchema,
        async (_request, { signal }) =>
          await new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(new Error('put away'))
            })
          }),
      )
      await connectAgent(agent, flint)
      const call = async (name: string, args: object) =>
        plain(await agent.callTool({ name, arguments: { ...args } })).structuredContent
      for (const vault of ['work', 'home'])
        for (let at = 0; at < 9; at += 1)
          await call('append_to_note', {
            vault_id: vault,
            identifier: `note-${at}.md`,
            content: `Added to ${at}.`,
          })
      // The one that is wrong, and the one that is good.
      const { content_hash: hash } = await call('get_note', { vault_id: 'work', identifier: 'note-9.md' })
      const wrong = { identifier: 'note-9.md', content: 'Everything is gone.', content_hash: hash }
      await call('update_note', { vault_id: 'work', ...wrong })
      await call('create_note', {
        vault_id: 'work',
        title: 'Kept',
        path: 'kept.md',
        content: 'This one is good.',
      })

      // The page shows it by itself, and the wrong one as a diff.
      await page.getByText('note-9.md').first().waitFor()
      await page.getByRole('link', { name: 'Activity', exact: true }).first().click()
      await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
      await page
        .getByRole('button', { name: /note-9\.md/ })
        .first()
        .click()
      await page.getByText('Everything is gone.').first().waitFor()
      await page.getByText('First line.').first().waitFor()

      // What the agent asks waits on the page, and goes on when the person approves.
      const asked = call('delete_note', { vault_id: 'home', identifier: 'note-9.md', mode: 'archive' })
      await page.getByRole('link', { name: 'Today', exact: true }).first().click()
      await page.getByText('delete_note').first().waitFor()
      await page.getByRole('button', { name: 'Approve once' }).click()
      expect(await asked).toMatchObject({ deleted: true })

      // All of the agent's morning is taken back but for one change, in both vaults.
      await page.getByRole('link', { name: 'Activity', exact: true }).first().click()
      await page.getByLabel('Who').selectOption('client claude-code')
      for (const vault of ['Vault work', 'Vault home']) {
        await page.getByRole('button', { name: new RegExp(`Undo all of .* in ${vault}`) }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('checkbox').first().waitFor()
        if (vault === 'Vault work') await dialog.getByRole('checkbox', { name: /kept\.md/ }).uncheck()
        await dialog.getByRole('button', { name: /^Undo \d+ changes$/ }).click()
        await dialog.waitFor({ state: 'detached' })
      }
      const { 'kept.md': kept, ...work } = await hashFiles(notes)
      expect(kept).toBeDefined()
      expect(work).toEqual(untouched.work)
      expect(await hashFiles(join(flint.folder, 'home'))).toEqual(untouched.home)
      expect(await readFile(join(notes, 'kept.md'), 'utf8')).toContain('This one is good.')
      await agent.close()
      expect(faults).toEqual([])
    }),
)
