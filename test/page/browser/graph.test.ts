import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { browserTest, withBrowser } from './with-browser.ts'

browserTest('a graph stays where one has moved it when its notes change', () =>
  withBrowser(['main'], { 'main/leeks.md': '# Leeks\n' }, async ({ flint, page, origin, faults }) => {
    await page.goto(`${origin}/ui/graph/main`)
    await page.locator('.graph-canvas canvas').waitFor()
    const box = await page.locator('.graph-canvas').boundingBox()
    if (box === null) throw new Error('There is no graph.')
    // The only dot is in the middle.
    const { x, y } = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await page.mouse.move(x, y - 80)
    await page.mouse.down()
    await page.mouse.move(x + 60, y - 40, { steps: 5 })
    await page.mouse.move(x + 120, y, { steps: 5 })
    await page.mouse.up()
    await writeFile(join(flint.folder, 'main/leeks.md'), '# Leeks and onions\n')
    const list = page.getByRole('region', { name: 'Notes of the graph' })
    await list.getByRole('link', { name: 'Leeks and onions', exact: true }).waitFor()
    await page.mouse.click(x + 120, y + 80)
    await page.getByRole('heading', { name: 'Leeks and onions', level: 1 }).waitFor()
    expect(faults).toEqual([])
  }),
)

browserTest('a wheel makes a graph larger around the mouse, and a click beside all dots opens nothing', () =>
  withBrowser(['main'], { 'main/leeks.md': '# Leeks\n' }, async ({ page, origin, faults }) => {
    await page.goto(`${origin}/ui/graph/main`)
    await page.locator('.graph-canvas canvas').waitFor()
    const canvas = page.locator('.graph-canvas')
    const box = await canvas.boundingBox()
    if (box === null) throw new Error('There is no graph.')
    const { x, y } = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await page.mouse.move(x - 50, y)
    await page.mouse.wheel(0, -350)
    // Twice as large: so far from the mouse is the dot now.
    const zoom = Math.exp(0.002 * 350)
    await page.mouse.click(x, y + 60)
    await page.mouse.move(x - 50 + 50 * zoom, y)
    await expect.poll(() => canvas.evaluate((element) => element.style.cursor)).toBe('pointer')
    await page.mouse.click(x - 50 + 50 * zoom, y)
    await page.getByRole('heading', { name: 'Leeks', level: 1 }).waitFor()
    expect(faults).toEqual([])
  }),
)

browserTest('what takes long to load is shown though notes change all the while', () =>
  withBrowser(['main'], { 'main/leeks.md': '# Leeks\n' }, async ({ flint, page, origin }) => {
    await page.route('**/ui/s/*/call', async (route) => {
      if (route.request().postData()?.includes('get_graph') === true)
        await new Promise((resume) => setTimeout(resume, 1_500))
      // One that was given up meanwhile.
      await route.continue().catch(() => undefined)
    })
    const shown = new AbortController()
    const editing = (async () => {
      for (let at = 0; !shown.signal.aborted; at += 1) {
        await writeFile(join(flint.folder, 'main/leeks.md'), `# Leeks\n\n${at}\n`)
        await new Promise((resume) => setTimeout(resume, 300))
      }
    })()
    await page.goto(`${origin}/ui/graph/main`)
    try {
      await page.locator('.graph-canvas canvas').waitFor()
    } finally {
      shown.abort()
      await editing
    }
  }),
)
