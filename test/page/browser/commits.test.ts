import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { browserTest, withBrowser } from './with-browser.ts'

browserTest('a commit of a note opens the note as it was, and has no mark of what opens in place', () =>
  withBrowser(['work'], { 'work/a.md': '# A\n\nFirst.\n' }, async ({ flint, page, origin, faults }) => {
    const cwd = join(flint.folder, 'work')
    const ada = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
    for (const args of [['init'], ['add', 'a.md'], [...ada, 'commit', '-m', 'Begin it']])
      execFileSync('git', args, { cwd, stdio: 'ignore' })
    await flint.run(['append', 'a.md', 'Second.', '--vault', 'work'])
    await page.goto(`${origin}/ui/note/work/a.md?part=history`)
    const commit = page.getByRole('link', { name: 'Ada Begin it' })
    await commit.waitFor()
    await page.getByRole('button', { expanded: false, name: /changed a\.md/ }).waitFor()
    const marked = await page.locator('.change-line > *').evaluateAll((parts) =>
      parts.flatMap((part) => {
        const hasMark = getComputedStyle(part, '::before').content !== 'none'
        return hasMark ? [part.getAttribute('aria-expanded')] : []
      }),
    )
    expect(marked).toEqual(['false'])
    await commit.click()
    await page.getByText('First.').waitFor()
    await page.getByText('As in commit').waitFor()
    expect(await page.getByText('Second.').count()).toBe(0)
    expect(faults).toEqual([])
  }),
)
