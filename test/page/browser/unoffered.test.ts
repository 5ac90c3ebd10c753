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
      'work/long.md': `# Long\n\n${`${'A line of it. '.repeat(100)}\n`.repeat(4_000)}`,
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
      await page.goto(`${origin}/ui?vault=shut`)
      await whenLoaded(page)
      await page.getByText('The inbox is empty.').waitFor()
      expect(await page.getByRole('checkbox', { name: 'pay' }).isDisabled()).toBe(true)
      expect(await page.getByRole('button', { name: /^(Add|Open today)/ }).count()).toBe(0)
      await page.goto(`${origin}/ui/note/shut/none.md`)
      await whenLoaded(page)
      await page.getByRole('link', { name: 'Search for' }).waitFor()
      expect(await page.getByRole('button', { name: 'Make this note' }).count()).toBe(0)
      await page.goto(`${origin}/ui/settings`)
      await page.getByText('Writing: allowed. Deleting: you are asked. As the defaults say.').waitFor()
      await page
        .getByText('Writing: denied. Deleting: you are asked. As .flint-note/config.yml says.')
        .waitFor()
      expect(faults).toEqual([])
    },
  ),
)

browserTest('a person whose token is for a folder is offered what that lets them do, and no more', () =>
  withBrowser(['work'], { 'work/odd/a.md': note, 'work/b.md': 'B\n' }, async ({ flint, browser, origin }) => {
    const { token } = await flint.json([
      ...['token', 'create', 'scoped', '--vaults', 'work', '--folder', 'odd', '--person'],
    ])
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${origin}/ui`)
    await page.getByRole('textbox', { name: 'Token or key' }).fill(token)
    await page.getByRole('button', { name: 'Let me in' }).click()
    await page.getByRole('checkbox', { name: 'pay' }).waitFor()
    await whenLoaded(page)
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^(Add|Open today)/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Settings' }).click()
    await whenLoaded(page)
    await page.getByText('As the defaults say.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Vaults'])
  }),
)

browserTest('the note of today is that of the day where the person is', () =>
  withBrowser(['work'], { 'work/a.md': 'A\n' }, async ({ flint, browser, origin }) => {
    const { token } = await flint.json(['token', 'create', 'phone', '--person'])
    const dayIn = (timeZone?: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
    // One of the two is always in another day than this machine.
    const away = ['Pacific/Kiritimati', 'Etc/GMT+12'].find((zone) => dayIn(zone) !== dayIn()) ?? ''
    const page = await (await browser.newContext({ timezoneId: away })).newPage()
    await page.goto(`${origin}/ui`)
    await page.getByRole('textbox', { name: 'Token or key' }).fill(token)
    await page.getByRole('button', { name: 'Let me in' }).click()
    await page.getByRole('button', { name: 'Open today’s note' }).click()
    await page.waitForURL(`${origin}/ui/note/work/daily/${dayIn(away)}.md`)
  }),
)
