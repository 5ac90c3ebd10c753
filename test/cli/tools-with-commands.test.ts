import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { toolNames } from '../../src/call/toolset.ts'
import { commandList } from '../../src/cli/command-list.ts'
import { manPage } from '../../src/cli/man-page.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const page = readFileSync(`${root}docs/command-line.md`, 'utf8')
const rows = [...page.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, tool = '', what = '']) => ({
  tool,
  what,
}))
const forAgents = page.indexOf('These are for agents only')

test('every tool has a command for people, or is named as for agents only', () => {
  expect(
    rows.map(({ tool }) => tool).sort(),
    "docs/command-line.md has a row for each tool: its command, or what a person does instead, below 'These are for agents only'",
  ).toEqual([...toolNames].sort())
})

test('a command that is named for a tool is there, and calls it', () => {
  const folder = `${root}src/cli/`
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(folder + name, 'utf8'))
  for (const { tool, what } of rows) {
    for (const [, words = ''] of what.matchAll(/`flint ([^`]*)`/g)) {
      const [name = '', ...rest] = words.split(' --')
      const command = commandList.find((one) => one.name === name)
      expect(
        command,
        `docs/command-line.md names "flint ${words}", which no src/cli/*-commands.ts has`,
      ).toBeDefined()
      for (const option of rest)
        expect(
          command?.options?.map((one) => one.name),
          `docs/command-line.md names "flint ${words}": between backticks, "flint" is followed by a command and names of options alone`,
        ).toContain(option)
    }
    if (page.indexOf(`| \`${tool}\``) > forAgents) continue
    const file = `${tool.replaceAll('_', '-')}.ts'`
    expect(
      code.some((text) => text.includes(`/${file}`)),
      `docs/command-line.md has ${tool} above "for agents only", and nothing in src/cli imports ${file}`,
    ).toBe(true)
  }
})

test('docs/flint.1 is as `npm run docs` writes it', () => {
  expect(manPage(commandList).split('\n')).toEqual(readFileSync(`${root}docs/flint.1`, 'utf8').split('\n'))
})
