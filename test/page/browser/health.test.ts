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
