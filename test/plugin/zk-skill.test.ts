import { describe, expect, test } from 'vitest'
import { allTools } from '../../src/tools/index.ts'
import { toolOutputSchema, toolSchema } from '../../src/call/tool-schema.ts'
import {
  argumentsOf,
  callsIn,
  isHere,
  namesIn,
  toolNamed,
  onlyWhereSetUp,
  parametersOf,
} from '../support/calls-in.ts'
import { openMain } from '../support/change-files.ts'
import { type Json, withVault } from '../support/with-vault.ts'
import { devlogPaths, happyPaths, studyPaths } from './happy-paths.ts'
import { now, zkVault } from './sample-vault.ts'
import { headingsOf, readPage, sectionOf } from './skill-sections.ts'

const skill = readPage('skills/zk/SKILL.md')
const study = readPage('skills/zk/references/study.md')
const devlog = readPage('skills/devlog/SKILL.md')
const pages = [
  'skills/zk/SKILL.md',
  'skills/zk/references/study.md',
  'skills/devlog/SKILL.md',
  'claude-commands/zk.md',
]

const subcommands = [
  'daily',
  'capture',
  'person',
  'review',
  'find',
  'link',
  'project',
  'area',
  'idea',
  'archive',
  'weekly',
  'prep',
  'synthesize',
  'stale',
  'reindex',
  'tasks',
  'rename',
  'refactor',
  'health',
  'ingest',
]

/** Keys of arguments and results, which look like tools. */
const keys = new Set(
  allTools.flatMap(
    (tool) => JSON.stringify([toolSchema(tool), toolOutputSchema(tool)]).match(/\w+(?=":)/g) ?? [],
  ),
)

test('all twenty subcommands have a section, a line in the table, and a word in the command and its hints', () => {
  expect(headingsOf(skill)).toEqual(['Rules for all of them', ...subcommands])
  const table = [...skill.matchAll(/^\| ([a-z]+)\b[^|]*\|/gm)].map(([, name]) => name)
  expect(table.filter((name) => name !== 'say')).toEqual(subcommands)
  expect(/^argument-hint: '\[(.+?)\]/m.exec(skill)?.[1]?.split('|')).toEqual(subcommands)
  expect(/^description: .* - (.+)$/m.exec(readPage('claude-commands/zk.md'))?.[1]?.split(', ')).toEqual(
    subcommands,
  )
  expect(Object.keys(happyPaths)).toEqual(subcommands)
})

test('a skill says its name and when to use it, and is short enough to load', () => {
  for (const name of ['zk', 'devlog']) {
    const page = readPage(`skills/${name}/SKILL.md`)
    expect(/^---\nname: (.+)\ndescription: (.+)\n/.exec(page)?.[1]).toBe(name)
    expect(/^description: (.+)$/m.exec(page)?.[1]?.length).toBeLessThan(1_024)
    expect(page.split('\n').length).toBeLessThan(500)
  }
})

describe.each(pages)('%s', (path) => {
  const page = readPage(path)

  test('calls only tools that exist, with parameters that they have', () => {
    for (const { tool, parameters } of callsIn(page))
      expect(parametersOf.get(tool), `${tool}(${parameters.join(', ')})`).toEqual(
        expect.arrayContaining([...parameters]),
      )
  })

  test('shows calls that are accepted as they stand, words in capitals filled in', () => {
    for (const shown of callsIn(page).filter(({ tool }) => isHere(tool)))
      expect(
        () => toolNamed(shown.tool).prepare(argumentsOf(shown, { isWhole: true })),
        `${shown.tool}(${shown.given})`,
      ).not.toThrow()
  })

  test('names nothing that is neither a tool nor a key of one', () => {
    const known = new Set([...keys, ...[...parametersOf.values()].flat()])
    expect(namesIn(page).filter((name) => !parametersOf.has(name) && !known.has(name))).toEqual([])
  })
})

test('every tool that the rules want a yes for exists, and every tool that destroys is among them', () => {
  const rules = sectionOf(skill, 'Rules for all of them')
  const [asked = ''] = /\*\*Ask before[^]*?\n\n/.exec(rules) ?? []
  const named = namesIn(asked).filter((name) => parametersOf.has(name))
  const destructive = allTools.filter(({ isDestructive }) => isDestructive).map(({ name }) => name)
  expect(named).toEqual(expect.arrayContaining(destructive))
  expect(named).toEqual(
    expect.arrayContaining([
      'move_note',
      'rename_note',
      'replace_section',
      'extract_section',
      'close_issue',
      'reindex_vault',
    ]),
  )
})

const told = [
  ...subcommands.map((name) => ({ name, page: skill, steps: happyPaths[name] ?? [] })),
  ...Object.entries(studyPaths).map(([name, steps]) => ({ name, page: study, steps })),
  ...Object.entries(devlogPaths).map(([name, steps]) => ({ name, page: devlog, steps })),
]

test('every section of the other pages is tried, too', () => {
  expect(Object.keys(studyPaths)).toEqual(headingsOf(study))
  expect(headingsOf(devlog)).toEqual(expect.arrayContaining(Object.keys(devlogPaths)))
})

describe.each(told)('$name', ({ name, page, steps }) => {
  const section = sectionOf(page, name)

  test('calls the tools that its section names, and no other', () => {
    const named = namesIn(section).filter((word) => parametersOf.has(word) && !onlyWhereSetUp.includes(word))
    expect([...new Set(steps.map(({ tool }) => tool))].sort()).toEqual(named.sort())
  })

  test('works as it says, with the parameters that it gives', () =>
    withVault(
      zkVault,
      async (vaults) => {
        await (await openMain(vaults)).index.settled(20_000)
        const { call } = vaults
        const answers: Json[] = []
        const used = new Set<string>()
        for (const { tool, args, gives } of steps) {
          const given = typeof args === 'function' ? args(answers) : args
          const answer = await call(tool, given)
          expect(
            answer.error,
            `${tool} ${JSON.stringify(given)}: ${JSON.stringify(answer.error)}`,
          ).toBeUndefined()
          expect(answer, `${tool} ${JSON.stringify(given)}`).toMatchObject(gives)
          answers.unshift(answer)
          for (const key of Object.keys(given)) used.add(`${tool} ${key}`)
        }
        const shown = callsIn(section).filter(({ tool }) => !onlyWhereSetUp.includes(tool))
        expect([...used]).toEqual(
          expect.arrayContaining(
            shown.flatMap(({ tool, parameters }) => parameters.map((key) => `${tool} ${key}`)),
          ),
        )
      },
      { now },
    ))
})

test('what destroys is refused without the yes that the skill waits for, and changes nothing', () =>
  withVault(
    zkVault,
    async ({ call, read }) => {
      const before = await read('inbox.md')
      const refused = await call('clear_inbox_item', { index: 0, text: 'Lamp needs a longer cable' })
      expect(refused.error.code).toBe('CONFIRMATION_REQUIRED')
      expect(
        (await call('delete_note', { identifier: 'projects/boat.md', mode: 'archive' })).error.code,
      ).toBe('CONFIRMATION_REQUIRED')
      expect(await read('inbox.md')).toBe(before)
    },
    { now },
  ))
