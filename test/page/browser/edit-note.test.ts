import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { times } from '../../support/long.ts'
import { asProcess, browserTest, holdAnswer, withBrowser } from './with-browser.ts'

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

browserTest('the usual key for saving shows the changes first, and saves at the second time', () =>
  withBrowser(['work'], { 'work/a.md': '# A\n\nold\n' }, async ({ flint, page, origin, faults }) => {
    const file = join(flint.folder, 'work/a.md')
    const field = page.locator('#editor-text')
    const review = page.getByRole('heading', { name: 'What will be saved' })
    await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
    // Nothing was written: there is nothing to look at, and the browser does not save its page.
    await field.press('Control+s')
    expect(await review.count()).toBe(0)
    await field.fill('# A\n\nnew\n')
    await field.press('Control+s')
    await review.waitFor()
    expect(await readFile(file, 'utf8')).toBe('# A\n\nold\n')
    await page.keyboard.press('Control+s')
    await field.waitFor({ state: 'detached' })
    expect(await readFile(file, 'utf8')).toBe('# A\n\nnew\n')
    expect(faults).toEqual([])
  }),
)

browserTest('a draft is put together with what the note has become, where both changed other places', () =>
  withBrowser(['work'], { 'work/a.md': '# A\n\n- [ ] one\n- [ ] two\n' }, async ({ flint, page, origin }) => {
    const file = join(flint.folder, 'work/a.md')
    const field = page.locator('#editor-text')
    const together = page.getByRole('button', { name: 'Put both together' })
    await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
    await field.fill('# A\n\n- [ ] one\n- [ ] two\n\nmine\n')
    await page.getByRole('link', { name: 'Read', exact: true }).click()
    await page.getByRole('checkbox').first().click()
    await page.waitForFunction(() => document.querySelector('input[data-line]:checked') !== null)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await together.click()
    await together.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toMatch(/- \[x\] one.*\n- \[ \] two\n\nmine\n$/)
    await page.getByRole('button', { name: 'Look at the changes' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await field.waitFor({ state: 'detached' })
    expect(await readFile(file, 'utf8')).toMatch(/- \[x\] one.*\n- \[ \] two\n\nmine\n$/)
    // Two texts of one place stay two.
    await page.keyboard.press('e')
    await field.fill('# A\n\nmine\n')
    // At once: the page may look at any moment, and what is half written is another change.
    await writeFile(`${file}.new`, '# A\n\ntheirs\n')
    await rename(`${file}.new`, file)
    await together.click()
    await page.getByText('Both changed the same place').waitFor()
    expect(await field.inputValue()).toBe('# A\n\nmine\n')
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
        await page.getByRole('button', { name: 'Make this note with your text' }).click()
        await page.locator('.rendered', { hasText: 'mine' }).waitFor()
        expect(await page.getByText('Not saved yet').count()).toBe(0)
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

browserTest('what was thrown away comes back by Undo, whichever button threw it away', () =>
  withBrowser(['work'], { 'work/a.md': 'old\n' }, async ({ flint, page, origin, faults }) => {
    const field = page.locator('#editor-text')
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click()
    }
    await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
    await field.fill('old\nmine\n')
    await press('Throw away')
    await field.waitFor({ state: 'detached' })
    await press('Undo')
    expect(await field.inputValue()).toBe('old\nmine\n')
    await writeFile(join(flint.folder, 'work/a.md'), 'theirs\n')
    await press('Take the note as it is now')
    expect(await field.inputValue()).toBe('theirs\n')
    // Nothing that was written since is lost by the way back.
    await field.fill('theirs\nmore\n')
    await press('Undo')
    await page.getByText('in the place of what you have written since').waitFor()
    expect(await field.inputValue()).toBe('old\nmine\n')
    await press('Undo')
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'theirs\nmore\n')
    expect(faults).toEqual([])
  }),
)

browserTest('a second click on the same place throws nothing away, and the way back from that stays', () =>
  withBrowser(['work'], { 'work/a.md': 'old\n' }, async ({ page, origin, faults }) => {
    const field = page.locator('#editor-text')
    await page.clock.install()
    await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
    await field.fill('old\nmine\n')
    const place = await page.getByRole('button', { name: 'Look at the changes' }).boundingBox()
    await page.mouse.click((place?.x ?? 0) + 40, (place?.y ?? 0) + 10)
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    await page.mouse.click((place?.x ?? 0) + 40, (place?.y ?? 0) + 10)
    await page.clock.runFor(1_000)
    expect(await field.inputValue()).toBe('old\nmine\n')
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Throw away' }).click()
    await field.waitFor({ state: 'detached' })
    await page.clock.runFor(60_000)
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await field.inputValue()).toBe('old\nmine\n')
    expect(faults).toEqual([])
  }),
)

browserTest('an editor in which nothing was typed has the text of the note as it is now', () =>
  withBrowser(['work'], { 'work/a.md': '# A\n\nold\n' }, async ({ flint, page, origin, faults }) => {
    const file = join(flint.folder, 'work/a.md')
    const field = page.locator('#editor-text')
    const has = async (text: string) => {
      await page.waitForFunction((wanted) => document.querySelector('textarea')?.value === wanted, text)
    }
    await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
    await has('# A\n\nold\n')
    await writeFile(file, '# A\n\nnew\n')
    await has('# A\n\nnew\n')
    expect(await page.getByText('The note has changed').count()).toBe(0)
    // From what the page has kept of a note, nobody begins to write.
    await page.getByRole('link', { name: 'Health', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
    await writeFile(file, '# A\n\nnewer\n')
    const held = await holdAnswer(page, 'render_note')
    await page.goBack()
    await held.sent
    await has('# A\n\nnew\n')
    expect(await field.getAttribute('readonly')).not.toBeNull()
    held.release()
    await has('# A\n\nnewer\n')
    expect(await field.getAttribute('readonly')).toBeNull()
    expect(faults).toEqual([])
  }),
)

browserTest('what the page does itself is done once the note is shown as it is then', () =>
  withBrowser(['work'], { 'work/a.md': '# A\n\n- [ ] old\n' }, async ({ page, origin, faults }) => {
    const field = page.locator('#editor-text')
    const shown = page.locator('.note .rendered')
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).last().click()
    }
    const edit = async (typed: string) => {
      await field.press('Control+End')
      await page.keyboard.type(typed)
      await press('Look at the changes')
    }
    await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
    await edit('one')
    const read = await holdAnswer(page, 'render_note')
    await press('Save')
    await read.sent
    expect(await page.getByText('Saved.').count()).toBe(0)
    expect(await shown.count()).toBe(0)
    read.release()
    await page.getByText('Saved.').waitFor()
    expect(await shown.textContent()).toContain('one')
    // A tick is known to whoever goes on to write.
    await page.getByRole('checkbox').click()
    await page.waitForFunction(() => document.querySelector('.note input[data-line]:checked') !== null)
    await page.getByRole('link', { name: 'History', exact: true }).click()
    const undo = page.getByRole('button', { name: /^Undo: / })
    // A box is ticked before its tick is written.
    await undo.nth(1).waitFor()
    await undo.first().click()
    const undone = await holdAnswer(page, 'render_note')
    await press('Undo 1 change')
    await undone.sent
    expect(await page.getByText('1 change undone.').count()).toBe(0)
    undone.release()
    await page.getByText('1 change undone.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    expect(await field.inputValue()).toBe('# A\n\n- [ ] old\none')
    // Whoever has left before the answer comes finds nothing that was kept of the note as it was.
    await edit(' two')
    const saved = await holdAnswer(page, 'update_note')
    await press('Save')
    await saved.sent
    await page.getByRole('link', { name: 'Health', exact: true }).first().click()
    await field.waitFor({ state: 'detached' })
    saved.release()
    await page.getByText('Saved.').waitFor()
    const again = await holdAnswer(page, 'render_note')
    await page.goBack()
    await again.sent
    expect(await field.count()).toBe(0)
    again.release()
    await field.waitFor()
    expect(await field.inputValue()).toBe('# A\n\n- [ ] old\none two')
    expect(faults).toEqual([])
  }),
)

browserTest('a byte-order mark is not written before, and the focus goes on to what comes next', () =>
  withBrowser(['work'], { 'work/a.md': '\uFEFF# A\n' }, async ({ flint, page, origin, faults }) => {
    const field = page.locator('#editor-text')
    await page.goto(`${origin}/ui/note/work/a.md`)
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
    await page.keyboard.press('e')
    await page.waitForFunction(() => document.activeElement?.id === 'editor-text')
    await page.keyboard.type('First.')
    await page.getByRole('button', { name: 'Look at the changes' }).press('Enter')
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    // The focus comes once the page has been drawn.
    await page.waitForFunction(() => document.activeElement?.textContent === 'What will be saved')
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await field.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    expect(await readFile(join(flint.folder, 'work/a.md'), 'utf8')).toBe('\uFEFFFirst.# A\n')
    expect(faults).toEqual([])
  }),
)

browserTest('a text that the browser has no room to keep says so, and is there as long as its tab', () =>
  withBrowser(['work'], { 'work/a.md': 'old\n' }, async ({ page, origin }) => {
    const field = page.locator('#editor-text')
    const said = page.getByText('The browser has no room to keep this text')
    await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
    await field.fill('mine')
    expect(await said.count()).toBe(0)
    await page.evaluate(() => {
      const left = JSON.stringify(sessionStorage).length + 200
      sessionStorage.setItem('other', 'x'.repeat(5 * 1024 * 1024 - left))
    })
    await field.fill('mine '.repeat(100))
    await said.waitFor()
    await page.getByRole('link', { name: 'Read', exact: true }).click()
    await page.getByRole('link', { name: 'a.md', exact: true }).click()
    expect(await field.inputValue()).toBe('mine '.repeat(100))
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
      await page.route('**/ui/s/*/call', (route) =>
        route.fulfill({ json: { kind: 'failed', error: { code: 'CONFLICT', message: 'Not now.' } } }),
      )
      await field.press('Enter')
      await page.getByText('Not now.').first().waitFor()
      expect(await field.inputValue()).toBe('second')
    }),
)

browserTest('a thought that was not added is kept as a text of a note is, until it is', () =>
  withBrowser(
    ['work', 'home'],
    { 'work/a.md': 'A\n', 'home/b.md': 'B\n' },
    async ({ flint, page, origin, asked, faults }) => {
      const field = page.getByRole('textbox', { name: 'A thought for the inbox' })
      const named = page.getByRole('link', { name: 'a thought for the inbox', exact: true })
      await page.goto(`${origin}/ui?vault=work`)
      await field.pressSequentially('a long thought')
      expect(await named.count()).toBe(0)
      await page.reload()
      expect(asked).toEqual(['/ui'])
      await field.waitFor()
      expect(await field.inputValue()).toBe('a long thought')
      // It is a thought for this vault.
      await page.getByLabel('Vault').first().selectOption('home')
      await named.waitFor()
      expect(await field.inputValue()).toBe('')
      await page.getByRole('link', { name: 'Activity', exact: true }).first().click()
      await page.getByRole('button', { name: 'Leave this page' }).click()
      await page.getByText('Not saved, and gone then: a thought for the inbox.').waitFor()
      await page.getByRole('button', { name: 'Stay' }).click()
      await named.click()
      await page.waitForURL(`${origin}/ui?vault=work`)
      expect(await field.inputValue()).toBe('a long thought')
      await field.press('Enter')
      await page.locator('.inbox-text', { hasText: 'a long thought' }).waitFor()
      expect(await field.inputValue()).toBe('')
      expect(await readFile(join(flint.folder, 'work/inbox.md'), 'utf8')).toContain('a long thought')
      await page.reload()
      expect(asked).toEqual(['/ui'])
      expect(faults).toEqual([])
    },
  ),
)

browserTest('a note of 2 MB can be written in, saved and read, too', () => {
  // In full each sentence is a paragraph of its own.
  const sentences = times(100, 1)
  const paragraph = `${Array.from({ length: sentences }, () => 'A line of it.').join(' ')}\n\n`
  return withBrowser(
    ['work'],
    { 'work/long.md': `# Long\n\n${paragraph.repeat(140_000 / sentences)}` },
    async ({ page, origin, flint }) => {
      await page.goto(`${origin}/ui/note/work/long.md?part=edit`)
      const field = page.locator('#editor-text')
      await field.focus()
      await page.keyboard.press('Control+End')
      await page.keyboard.type('End')
      expect((await field.inputValue()).endsWith('A line of it.\n\nEnd')).toBe(true)
      await page.keyboard.press('Control+s')
      await page.getByRole('heading', { name: 'What will be saved' }).waitFor()
      await page.keyboard.press('Control+s')
      await page.getByText('Saved.').waitFor()
      expect(
        (await readFile(join(flint.folder, 'work/long.md'), 'utf8')).endsWith('A line of it.\n\nEnd'),
      ).toBe(true)
    },
  )
})

browserTest('whoever leaves with something unsaved is asked, and nothing of it stays in the tab', () =>
  withBrowser(['work'], { 'work/a.md': 'old\n' }, async ({ page, origin, faults }) => {
    const drafts = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')))
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click()
    }
    await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
    await page.locator('#editor-text').fill('old\nmine\n')
    await press('Leave this page')
    await page.getByText('Not saved, and gone then: a.md').waitFor()
    await press('Stay')
    expect(await drafts()).toEqual(['flint draft work a.md'])
    await press('Leave this page')
    await press('Leave')
    await page.getByText('flint ui').first().waitFor()
    expect(await drafts()).toEqual([])
    expect(faults).toEqual([])
  }),
)

browserTest('of a note that is given another name while it is shown, the names like it are', () =>
  withBrowser(
    ['work'],
    { 'work/Live.md': '# Live\n\n- [ ] water\n' },
    async ({ flint, page, origin, faults }) => {
      await page.goto(`${origin}/ui/note/work/Live.md`)
      await page.getByText('water').waitFor()
      const args = JSON.stringify({ identifier: 'Live.md', new_title: 'Livelier', rename_file: true })
      expect((await flint.run(['call', 'rename_note', '--json', args])).code).toBe(0)
      await page.getByRole('link', { name: 'Livelier.md' }).waitFor()
      expect(await page.getByRole('checkbox').count()).toBe(0)
      expect(await page.getByRole('alert').count()).toBe(1)
      expect(faults).toEqual([])
    },
  ),
)

browserTest('lines of a diff have signs, which tell them apart where colours do not', () =>
  withBrowser(['work'], { 'work/a.md': 'old\n' }, async ({ page, origin }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
    await page.locator('#editor-text').fill('new\n')
    await page.getByRole('button', { name: 'Look at the changes' }).click()
    const signs = await Promise.all(
      ['.diff-cell-removed', '.diff-cell-added'].map((cell) =>
        page.locator(cell).evaluate((element) => getComputedStyle(element, '::before').content),
      ),
    )
    expect(signs.map((sign) => sign.slice(0, 3))).toEqual(['"−"', '"+"'])
  }),
)

browserTest('a flint that ends while somebody writes is started as the page says, and its tab goes on', () =>
  withBrowser(['work'], { 'work/a.md': 'old\n' }, async ({ flint, context }) => {
    const { address, stop } = await asProcess(flint, [])
    const page = await context.newPage()
    const field = page.locator('#editor-text')
    await page.goto(address.replace('/ui#', '/ui/note/work/a.md?part=edit#'))
    await field.fill('old\nmine\n')
    await page.getByRole('button', { name: 'Look at the changes' }).click()
    await stop()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const hint = await page.getByText('Is it still running?').first().textContent()
    const [, port = ''] = /flint ui --port (\d+)/.exec(hint ?? '') ?? []
    const again = await asProcess(flint, ['--port', port])
    const other = await context.newPage()
    const isIn = page.waitForResponse((response) => response.url().endsWith('/call') && response.ok())
    await other.goto(again.address)
    await page.bringToFront()
    await isIn
    await page.getByRole('button', { name: 'Look at the changes' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForFunction(() => document.querySelector('textarea') === null)
    expect(await readFile(join(flint.folder, 'work/a.md'), 'utf8')).toBe('old\nmine\n')
  }),
)

browserTest('who writes in a note that an agent moves is told where it is, and goes on there', () =>
  withBrowser(['work'], { 'work/a.md': '# A\n\nold\n' }, async ({ flint, page, origin, faults }) => {
    const field = page.locator('#editor-text')
    await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
    await field.fill('# A\n\nold\nmine\n')
    const args = JSON.stringify({ identifier: 'a.md', to: 'b.md' })
    expect(await flint.run(['call', 'move_note', '--json', args])).toMatchObject({ code: 0 })
    await page.getByText('a.md was moved to b.md.').waitFor()
    expect(await page.getByRole('button', { name: 'Make this note' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Look at the changes' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Go on there with your text' }).click()
    // The note that was left is shown until the other one is there.
    await expect.poll(() => field.inputValue()).toBe('# A\n\nold\nmine\n')
    await page.getByRole('button', { name: 'Look at the changes' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await field.waitFor({ state: 'detached' })
    expect(await readFile(join(flint.folder, 'work/b.md'), 'utf8')).toBe('# A\n\nold\nmine\n')
    expect(await page.getByText('Not saved yet').count()).toBe(0)
    expect(faults).toEqual([])
  }),
)
