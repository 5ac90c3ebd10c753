import { expect } from 'vitest'
import { browserTest, whenLoaded, withBrowser } from './with-browser.ts'

const note = '- [ ] pay\n\nSee [[nowhere]].\n'
const inbox = '- 2026-01-01 10:00 A thought\n'

browserTest('a page that is read-only offers nothing that it would refuse', () =>
  withBrowser(
    ['work'],
    { 'work/a.md': note, 'work/inbox.md': inbox },
    async ({ page, origin, faults, flint }) => {
      await flint.run([
        'call',
        'append_to_note',
        '--json',
        JSON.stringify({ identifier: 'a.md', content: 'x' }),
      ])
      await flint.run(['token', 'create', 'phone', '--person'])
      await page.goto(`${origin}/ui`)
      await whenLoaded(page)
      await page.getByText('A thought').waitFor()
      expect(await page.getByRole('checkbox', { name: 'pay' }).isDisabled()).toBe(true)
      for (const name of [/^Add$/, /^Clear/, /^Undo/, /^Open today/])
        expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0])
      expect(await page.getByRole('textbox', { name: 'A thought for the inbox' }).count()).toBe(0)
      await page.goto(`${origin}/ui/note/work/a.md`)
      await whenLoaded(page)
      expect(await page.getByRole('checkbox', { name: 'pay' }).isDisabled()).toBe(true)
      expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0)
      await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
      await page.getByText('This page changes nothing.').waitFor()
      expect(await page.locator('textarea').count()).toBe(0)
      await page.goto(`${origin}/ui/activity`)
      await page.getByText('a.md').first().waitFor()
      expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
      await page.goto(`${origin}/ui/settings`)
      await page.getByText('phone').waitFor()
      await page.getByText('use-lite-en-v1', { exact: true }).waitFor()
      await page.getByText('Make a token').waitFor({ state: 'detached' })
      expect(await page.getByRole('button', { name: /^(Revoke|Download)/ }).count()).toBe(0)
      expect(faults).toEqual([])
    },
    ['--read-only'],
  ),
)

browserTest('a note that cannot be written in says why before anybody does', () =>
  withBrowser(
    ['work', 'shut'],
    {
      'work/long.md': `# Long\n\n${'A line of it.\n'.repeat(400_000)}`,
      'shut/a.md': note,
      'shut/.flint-note/config.yml': 'permissions: { write: deny }\n',
    },
    async ({ page, origin, faults }) => {
      await page.goto(`${origin}/ui/note/work/long.md?part=edit`)
      await page.getByText('This note is too long to be written in here').waitFor()
      expect(await page.locator('textarea').count()).toBe(0)
      await page.goto(`${origin}/ui/note/shut/a.md`)
      await whenLoaded(page)
      expect(await page.getByRole('checkbox', { name: 'pay' }).isDisabled()).toBe(true)
      expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0)
      await page.goto(`${origin}/ui/note/shut/a.md?part=edit`)
      await page.getByText('This vault does not allow its notes to be changed.').waitFor()
      expect(faults).toEqual([])
    },
  ),
)
