import { expect } from 'vitest'
import { browserTest, withBrowser } from './with-browser.ts'

const canvas = JSON.stringify({
  nodes: [{ id: 'n', type: 'file', file: 'a.md', x: 0, y: 0, width: 9, height: 9 }],
  edges: [],
})

browserTest('a canvas that links to a note is opened as a file, and no note is made in its place', () =>
  withBrowser(['work'], { 'work/a.md': '# A\n', 'work/odd/Map.canvas': canvas }, async ({ page, origin }) => {
    const opens = (name: string) => page.getByRole('link', { name }).getAttribute('href')
    await page.goto(`${origin}/ui/note/work/a.md`)
    expect(await opens('Map')).toMatch(/^\/ui\/s\/[\w-]+\/file\/work\/odd\/Map\.canvas$/)
    await page.goto(`${origin}/ui/note/work/odd/Map.canvas`)
    expect(await opens('Open odd/Map.canvas')).toMatch(/\/file\/work\/odd\/Map\.canvas$/)
    expect(await page.getByRole('button', { name: 'Make this note' }).count()).toBe(0)
    await page.goto(`${origin}/ui/note/work/odd/Mop`)
    await page.getByRole('button', { name: 'Make this note' }).waitFor()
  }),
)

browserTest('where several notes bear a name, each is a link', () =>
  withBrowser(
    ['work'],
    { 'work/x/Dup.md': 'One.\n', 'work/y/Dup.md': 'Two.\n' },
    async ({ page, origin }) => {
      await page.goto(`${origin}/ui/note/work/Dup`)
      await page.getByText('Choose the one you mean by its path.').waitFor()
      await page.getByRole('link', { name: 'y/Dup.md' }).click()
      await page.getByText('Two.').waitFor()
    },
  ),
)
