import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { until } from '../../support/until.ts'
import { browserTest, whenLoaded, withBrowser } from './with-browser.ts'

browserTest(
  'a click ticks the task that is shown, or none, also where the page has not heard of a change',
  () =>
    withBrowser(['work'], { 'work/a.md': '- [ ] pay\n- [ ] q\n' }, async ({ flint, page, origin }) => {
      const file = join(flint.folder, 'work/a.md')
      const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
      // No news comes any more.
      await page.route('**/ui/s/*/news', (route) => route.abort())
      for (const address of [`${origin}/ui/note/work/a.md`, `${origin}/ui`]) {
        await writeFile(file, '- [ ] pay\n- [ ] q\n')
        await page.goto(address)
        await whenLoaded(page)
        await box('pay').waitFor()
        await writeFile(file, '- [ ] q\n- [ ] repay Bob\n')
        await box('pay').click()
        await page.getByText('is not certain').waitFor()
        await box('repay Bob').waitFor()
        expect(await box('repay Bob').isChecked()).toBe(false)
        expect(await readFile(file, 'utf8')).toBe('- [ ] q\n- [ ] repay Bob\n')
        // Changed elsewhere: which one is meant is certain.
        await writeFile(file, 'Above.\n\n- [ ] q\n- [ ] repay Bob\n')
        await box('q').click()
        await until(
          'q is ticked',
          async () => (await readFile(file, 'utf8')) === 'Above.\n\n- [x] q\n- [ ] repay Bob\n',
        )
      }
    }),
)

browserTest('tasks with the same text are ticked as fast as one clicks', () =>
  withBrowser(
    ['work'],
    { 'work/a.md': '- [ ] pay\n- [ ] pay\n- [ ] pay\n' },
    async ({ flint, page, origin, faults }) => {
      const file = join(flint.folder, 'work/a.md')
      await page.goto(`${origin}/ui/note/work/a.md`)
      await page.getByRole('checkbox').first().waitFor()
      await page.evaluate(() => {
        const boxes = [...document.querySelectorAll<HTMLInputElement>('.rendered input')]
        boxes[0]?.click()
        boxes[2]?.click()
      })
      await until(
        'both are ticked',
        async () => (await readFile(file, 'utf8')) === '- [x] pay\n- [ ] pay\n- [x] pay\n',
      )
      expect(faults).toEqual([])
    },
  ),
)

browserTest('a box of a task that was not ticked is as it was, on Today and in a note', () =>
  withBrowser(['work'], { 'work/a.md': '- [ ] pay\n' }, async ({ page, origin }) => {
    await page.route('**/ui/s/*/call', async (route) => {
      const isTick = route.request().postData()?.startsWith('{"tool":"tick_task"') === true
      if (isTick) await route.fulfill({ json: { kind: 'failed', error: { code: 'X', message: 'Not now.' } } })
      else await route.fallback()
    })
    for (const address of [`${origin}/ui`, `${origin}/ui/note/work/a.md`]) {
      await page.goto(address)
      const box = page.getByRole('checkbox', { name: 'pay' })
      await box.click()
      await page.getByText('Not now.').waitFor()
      expect(await box.isChecked()).toBe(false)
    }
  }),
)

browserTest('an undo that a notice offers says why it was refused', () =>
  withBrowser(['work'], { 'work/inbox.md': '# Inbox\n\n- buy oats\n' }, async ({ flint, page, origin }) => {
    await page.goto(`${origin}/ui`)
    await page.getByRole('button', { name: 'Clear: buy oats' }).click()
    await page.getByRole('button', { name: 'Approve once' }).click()
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await undo.waitFor()
    await writeFile(join(flint.folder, 'work/inbox.md'), 'All new.\n')
    await undo.click()
    await page.getByText(/cannot be undone: a file has moved on since/).waitFor()
    expect(await readFile(join(flint.folder, 'work/inbox.md'), 'utf8')).toBe('All new.\n')
  }),
)

browserTest('an item that is another one by now is not cleared, and no number of it is told', () =>
  withBrowser(['work'], { 'work/inbox.md': '# Inbox\n\n- buy oats\n' }, async ({ flint, page, origin }) => {
    await page.route('**/ui/s/*/news', (route) => route.abort())
    await page.goto(`${origin}/ui`)
    const clear = page.getByRole('button', { name: 'Clear: buy oats' })
    await clear.waitFor()
    await writeFile(join(flint.folder, 'work/inbox.md'), '# Inbox\n\n- buy rye\n')
    await clear.click()
    await page.getByText('The inbox has changed since it was shown.').waitFor()
    await page.getByRole('button', { name: 'Clear: buy rye' }).waitFor()
  }),
)

browserTest('all open tasks can be reached, be they more than are shown at first', () =>
  withBrowser(
    ['work'],
    { 'work/a.md': '- [ ] task\n'.repeat(1_100), 'work/b.md': '- [ ] the last\n' },
    async ({ page, origin }) => {
      await page.goto(`${origin}/ui?vault=work`)
      await page.getByText('1041 more are open.').waitFor()
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByText('41 more are open.', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByRole('checkbox', { name: 'the last' }).waitFor()
    },
  ),
)

browserTest('what a tick warns of is said, on Today and in a note', () =>
  withBrowser(['work'], { 'work/a.md': '- [ ] water 🔁 every week\n' }, async ({ page, origin }) => {
    const warning = page.getByRole('status').getByText('no next one was made')
    const open = page.getByRole('checkbox', { name: 'water', checked: false })
    await page.goto(`${origin}/ui`)
    await open.click()
    await warning.waitFor()
    await page.getByRole('button', { name: 'Open it again' }).click()
    await open.waitFor()
    await page.goto(`${origin}/ui/note/work/a.md`)
    await open.click()
    await warning.waitFor()
  }),
)
