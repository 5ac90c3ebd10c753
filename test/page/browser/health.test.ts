import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { browserTest, withBrowser } from './with-browser.ts'

browserTest('a broken link is mended in its place, and which note is meant is said by its path', () =>
  withBrowser(
    ['work'],
    {
      'work/a.md': 'See [[Kitchen snk]].\n',
      'work/b.md': 'See [[Kitchen snk]], too.\n',
      'work/kitchen sink.md': 'It is white.\n',
      'work/other.md': '# kitchen sink\n',
    },
    async ({ flint, page, origin, faults }) => {
      await page.goto(`${origin}/ui/health/work`)
      const mend = page.getByRole('button', { name: 'Link to kitchen sink.md' })
      await mend.nth(1).waitFor()
      const place = await mend.first().boundingBox()
      const click = () => page.mouse.click((place?.x ?? 0) + 20, (place?.y ?? 0) + 10)
      await click()
      await page.getByText('leads to kitchen sink.md now.', { exact: true }).first().waitFor()
      await page.waitForFunction(() => document.activeElement?.textContent.includes(' now.') === true)
      await click()
      expect(await mend.count()).toBe(1)
      const texts = await Promise.all(
        ['a', 'b'].map((name) => readFile(join(flint.folder, `work/${name}.md`), 'utf8')),
      )
      expect(texts.filter((text) => text.includes('[[Kitchen snk]]'))).toHaveLength(1)
      await page.getByRole('button', { name: 'Undo' }).click()
      await mend.nth(1).waitFor()
      expect(faults).toEqual([])
    },
  ),
)

browserTest('what an index says that is behind bears a note of it, and is up to date once all of it is', () =>
  withBrowser(['work'], { 'work/a.md': 'See [[b]].\n' }, async ({ page, origin }) => {
    const message = 'The vault is being indexed.'
    const states = {
      'being read': { state: 'indexing', done: 0, total: 0, pending_vectors: null },
      read: { state: 'ready', done: null, total: null, chunks: 0, pending_vectors: 6_230 },
    }
    let index: keyof typeof states = 'being read'
    let areListsBehind = true
    // The first page may still ask for today's note, which does not exist: that answer has no result.
    await page.route('**/ui/s/*/call', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      const { result } = json
      const { tool } = route.request().postDataJSON()
      if (tool === 'get_vault_info') Object.assign(result.index, states[index])
      const isBehind = tool === 'get_vault_info' ? index === 'being read' : areListsBehind
      if (isBehind && result !== undefined) result.freshness = { state: 'indexing', message }
      await route.fulfill({ response, json })
    })
    const said = page.getByText(message)
    await page.goto(`${origin}/ui/health/work`)
    await said.nth(2).waitFor()
    await page.getByText('1 note so far.').waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
    index = 'read'
    await page.getByText('6,230 still to be made.').waitFor()
    expect(await page.getByText('Up to date').count()).toBe(0)
    expect(await said.count()).toBe(2)
    areListsBehind = false
    await page.getByText('Up to date: 1 note.').waitFor()
    expect(await said.count()).toBe(0)
  }),
)
