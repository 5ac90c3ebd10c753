import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { browserTest, holdAnswer, withBrowser } from './with-browser.ts'

browserTest('a draft that is found again goes over the text it was made from, and over no other', () =>
  withBrowser(['work'], { 'work/a.md': '# A\n\nold\n' }, async ({ flint, page, origin, faults }) => {
    const file = join(flint.folder, 'work/a.md')
    const address = `${origin}/ui/note/work/a.md?part=edit`
    const field = page.locator('#editor-text')
    const loadAgain = async () => {
      await page.getByRole('link', { name: 'Today', exact: true }).first().click()
      await field.waitFor({ state: 'detached' })
      await page.goto(address)
    }
    await page.goto(address)
    await field.fill('# A\n\nold\nmine\n')
    await writeFile(file, '# A\n\nold\ntheirs\n')
    await loadAgain()
    await page.getByText('The note has changed since you began').waitFor()
    expect(await field.inputValue()).toBe('# A\n\nold\nmine\n')
    expect(await page.getByRole('button', { name: 'Look at the changes' }).isDisabled()).toBe(true)
    // What was chosen once is still so after the next reload.
    await page.getByRole('button', { name: 'Go on with my text' }).click()
    await loadAgain()
    await page.getByRole('button', { name: 'Look at the changes' }).click()
    await page.getByText('theirs').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await field.waitFor({ state: 'detached' })
    expect(await readFile(file, 'utf8')).toBe('# A\n\nold\nmine\n')
    expect(faults).toEqual([])
  }),
)

browserTest(
  'a text that was being written in a note that is gone is shown, and goes into the note made anew',
  () =>
    withBrowser(
      ['work'],
      { 'work/a.md': '# A\n\nold\n', 'work/b.md': 'B\n' },
      async ({ flint, page, origin }) => {
        const file = join(flint.folder, 'work/a.md')
        const address = `${origin}/ui/note/work/a.md?part=edit`
        const field = page.locator('#editor-text')
        await page.goto(address)
        await field.fill('# A\n\nold\nmine\n')
        await page.getByRole('link', { name: 'Today', exact: true }).first().click()
        await field.waitFor({ state: 'detached' })
        await rm(file)
        await page.goto(address)
        expect(await page.getByRole('textbox', { name: 'Your text' }).inputValue()).toBe('# A\n\nold\nmine\n')
        await page.getByRole('button', { name: 'Make this note' }).click()
        await page.getByRole('button', { name: 'Go on with my text' }).click()
        await page.getByRole('button', { name: 'Look at the changes' }).click()
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await field.waitFor({ state: 'detached' })
        expect(await readFile(file, 'utf8')).toBe('# A\n\nold\nmine\n')
      },
    ),
)

browserTest(
  'a note that moves while somebody writes in it, under an address by its title, takes no text away',
  () =>
    withBrowser(
      ['work'],
      { 'work/v1/mvp.md': '# MVP\n\nfirst\n', 'work/v2/mvp.md': '# MVP\n\nanother\n' },
      async ({ flint, page, origin }) => {
        const field = page.locator('#editor-text')
        await page.goto(`${origin}/ui/note/work/v1/mvp?part=edit`)
        await page.waitForURL(`${origin}/ui/note/work/v1/mvp.md?part=edit`)
        await field.fill('# MVP\n\nfirst\nmine\n')
        await rename(join(flint.folder, 'work/v1/mvp.md'), join(flint.folder, 'work/old.md'))
        await page.getByRole('alert').first().waitFor()
        expect(await field.inputValue()).toBe('# MVP\n\nfirst\nmine\n')
        await page.reload()
        expect(await page.getByRole('textbox', { name: 'Your text' }).inputValue()).toBe(
          '# MVP\n\nfirst\nmine\n',
        )
      },
    ),
)

browserTest('as long as something is not saved, each view says so and the browser asks', () =>
  withBrowser(['work'], { 'work/a.md': '# A\n\nold\n' }, async ({ page, origin, asked, faults }) => {
    const field = page.locator('#editor-text')
    await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
    await field.pressSequentially('mine')
    expect(await page.getByText('Not saved yet').count()).toBe(0)
    await page.getByRole('link', { name: 'Read', exact: true }).click()
    await page.getByText('Not saved yet').waitFor()
    await page.getByRole('link', { name: 'Activity', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
    await page.reload()
    expect(asked).toEqual(['/ui/activity'])
    await page.getByRole('link', { name: 'a.md', exact: true }).click()
    expect(await field.inputValue()).toContain('mine')
    // What is as it was is no draft.
    await field.fill('# A\n\nold\n')
    await page.getByRole('link', { name: 'Read', exact: true }).click()
    await field.waitFor({ state: 'detached' })
    expect(await page.getByText('Not saved yet').count()).toBe(0)
    await page.reload()
    expect(asked).toEqual(['/ui/activity'])
    expect(faults).toEqual([])
  }),
)

browserTest('what is typed while a note is being saved stays, over the note as it was saved', () =>
  withBrowser(
    ['work'],
    { 'work/a.md': '---\nupdated: 2026-01-01\n---\nold\n', 'work/inbox.md': '' },
    async ({ flint, page, origin, faults }) => {
      const file = join(flint.folder, 'work/a.md')
      const field = page.locator('#editor-text')
      const save = async () => {
        await page.getByRole('button', { name: 'Look at the changes' }).click()
        await page.getByRole('button', { name: 'Save', exact: true }).click()
      }
      await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
      await field.focus()
      await page.keyboard.press('Control+End')
      await page.keyboard.type('one ')
      const held = await holdAnswer(page, 'update_note')
      await save()
      await held.sent
      await field.focus()
      await page.keyboard.press('Control+End')
      await page.keyboard.type('two ')
      held.release()
      await page.getByText('Saved, but for what you have typed since.').waitFor()
      await page.keyboard.type('three')
      expect(await readFile(file, 'utf8')).toMatch(/^---\nupdated: (?!2026-01-01).*\n---\nold\none $/)
      expect(await field.inputValue()).toMatch(/^---\nupdated: (?!2026-01-01).*\n---\nold\none two three$/)
      expect(await page.getByText('The note has changed').count()).toBe(0)
      await save()
      await field.waitFor({ state: 'detached' })
      expect(await readFile(file, 'utf8')).toMatch(/old\none two three$/)
      expect(faults).toEqual([])
    },
  ),
)

browserTest(
  'a thought that is typed while another one is added stays, and one that is refused comes back',
  () =>
    withBrowser(['work'], { 'work/a.md': 'A\n' }, async ({ page }) => {
      const field = page.getByRole('textbox', { name: 'A thought for the inbox' })
      const held = await holdAnswer(page, 'capture_to_inbox')
      await field.fill('first')
      await field.press('Enter')
      await held.sent
      await field.pressSequentially('second')
      held.release()
      await page.locator('.inbox-text', { hasText: 'first' }).waitFor()
      expect(await field.inputValue()).toBe('second')
      await page.route('**/ui/call', (route) =>
        route.fulfill({ json: { kind: 'failed', error: { code: 'CONFLICT', message: 'Not now.' } } }),
      )
      await field.press('Enter')
      await page.getByText('Not now.').first().waitFor()
      expect(await field.inputValue()).toBe('second')
    }),
)

browserTest('a note of 1.5 MB can be written in, too', () =>
  withBrowser(
    ['work'],
    { 'work/long.md': `# Long\n\n${'A line of it.\n'.repeat(107_000)}` },
    async (opened) => {
      const { page, origin } = opened
      await page.goto(`${origin}/ui/note/work/long.md?part=edit`)
      const field = page.locator('#editor-text')
      await field.focus()
      await page.keyboard.press('Control+End')
      await page.keyboard.type('End')
      expect((await field.inputValue()).endsWith('A line of it.\nEnd')).toBe(true)
    },
  ),
)
