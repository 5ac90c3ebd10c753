import AxeBuilder from '@axe-core/playwright'
import { expect } from 'vitest'
import { times } from '../../support/long.ts'
import { browserTest, whenLoaded, withBrowser } from './with-browser.ts'

const files = {
  'main/garden/leeks.md':
    '---\ntype: plant\nstarted: 2026-03-01\n---\n# Leeks\n\nSee [[soup]] and [[nowhere]].\n\n- [ ] sow 📅 2026-03-02\n- [x] dig\n\n> [!tip]- Folded\n> text\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nlet a = 1\n```\n\n$e^{i\\pi}$ ==marked== and a footnote[^1].\n\n[^1]: Here.\n',
  'main/soup.md': '# Soup\n\nOf leeks.\n',
  'main/arabic.md': '# ملاحظة\n\nهذا نص عربي طويل قليلا.\n',
  'main/german.md': '# Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung\n\nText.\n',
  'main/inbox.md': '- 2026-01-01 10:00 A thought\n',
}

const views = [
  ['ui', 'A thought'],
  ['ui/search?q=leeks', 'garden/leeks.md'],
  ['ui/note/main/garden/leeks.md', 'a footnote'],
  ['ui/note/main/garden/leeks.md?part=edit', 'Look at the changes'],
  ['ui/note/main/soup.md?part=history', 'changed'],
  ['ui/note/main/arabic.md', 'هذا نص عربي'],
  ['ui/note/main/german.md', 'Donaudampfschifffahrtsgesellschaft'],
  ['ui/note/main/nothing.md', 'Make this note'],
  ['ui/activity', 'soup.md'],
  ['ui/change/main/1', 'More.'],
  ['ui/past/main/1/soup.md', 'Of leeks.'],
  ['ui/graph/main', 'Leeks'],
  ['ui/health', 'Broken links'],
  ['ui/health/main', 'nowhere'],
  ['ui/settings', 'Make a token'],
] as const

browserTest(
  'each view is accessible in both themes, on a desk and on a phone, and fits',
  () =>
    withBrowser(['main'], files, async ({ page, origin, faults, flint }) => {
      const args = JSON.stringify({ identifier: 'soup.md', content: 'More.' })
      await flint.run(['call', 'append_to_note', '--json', args])
      const violations: string[] = []
      const sizes = [
        [1280, 900],
        [360, 740],
      ] as const
      for (const [theme, colorScheme] of (['light', 'dark'] as const).entries()) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        // Each theme and each size once; in full each with each.
        for (const [width, height] of sizes.slice(times(theme, 0), times(theme + 1, 2))) {
          await page.setViewportSize({ width, height })
          for (const [view, words] of views) {
            await page.goto(`${origin}/${view}`)
            await whenLoaded(page)
            await page.getByText(words).first().waitFor()
            // In one document axe needs no page of its own to put together what it found in several.
            expect(page.frames()).toHaveLength(1)
            const found = await new AxeBuilder({ page }).setLegacyMode().analyze()
            for (const { id, nodes } of found.violations)
              violations.push(`${view} ${colorScheme} ${width}: ${id} ${nodes[0]?.html.slice(0, 120) ?? ''}`)
            const overflow = await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            )
            if (overflow > 0) violations.push(`${view} ${width}: ${overflow} px too wide`)
          }
        }
      }
      expect(violations).toEqual([])
      expect(faults).toEqual([])
    }),
  240_000,
)

browserTest('everything is reached by keys alone', () =>
  withBrowser(['main'], files, async ({ page, origin, faults }) => {
    const heading = async (name: string | RegExp) => {
      await page.getByRole('heading', { level: 1, name }).waitFor()
    }
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const [key, name] of [
      ['a', 'Activity'],
      ['g', /Graph/],
      ['h', /Health/],
      ['v', /Settings|Vaults/],
      ['t', 'Today'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await heading(name)
    }
    await page.keyboard.press('/')
    await page.getByRole('searchbox', { name: 'Search' }).waitFor()
    await page.keyboard.type('soup')
    await page.getByRole('link', { name: /Soup/ }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await heading('Soup')
    expect(page.url()).toBe(`${origin}/ui/note/main/soup.md`)
    expect(faults).toEqual([])
  }),
)
