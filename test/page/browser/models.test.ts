import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { browserTest, withProgram } from './with-browser.ts'

browserTest('a model that cannot be used says why', () =>
  // A process knows from its own environment where models are kept.
  withProgram(['work'], { 'work/a.md': 'A\n' }, async ({ flint, page, origin, faults }) => {
    const name = 'snowflake-arctic-embed-xs'
    const { folder } = await flint.json(['models', 'list'], { isProcess: true })
    await mkdir(join(folder, name), { recursive: true })
    await writeFile(join(folder, name, 'manifest.json'), '{}')
    await page.goto(`${origin}/ui/settings`)
    const row = page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
    await row.getByText(`Its files are damaged. Run flint models pull ${name}`).waitFor()
    await row.getByRole('button', { name: `Download ${name}` }).waitFor()
    expect(await page.getByText('Its files are damaged.').count()).toBe(1)
    expect(faults).toEqual([])
  }),
)
