import { expect, test } from 'vitest'
import { toolSchema } from '../../src/call/tool-schema.ts'
import type { Tool } from '../../src/call/tool.ts'
import { allTools } from '../../src/tools/index.ts'
import { withVault } from '../support/with-vault.ts'
import { right } from './right-calls.ts'
import { sampleVault } from './sample-vault.ts'

const isDate = (name: string) => /^(since|until|date)$|_(before|after|within)$/.test(name)

test('wherever a date is taken, today, yesterday, a weekday and a day are understood', () =>
  withVault(sampleVault, async ({ call }) => {
    const taken: string[] = []
    for (const tool of allTools)
      for (const name of Object.keys(propertiesOf(tool)).filter(isDate)) {
        taken.push(`${tool.name} ${name}`)
        for (const date of ['today', 'Yesterday', 'last monday', '2026-01-31']) {
          const { error } = await call(tool.name, { ...right[tool.name], [name]: date })
          expect(error, `${tool.name} with ${name}: ${date}`).toBeUndefined()
        }
        const { error } = await call(tool.name, { ...right[tool.name], [name]: 'soonish' })
        expect(error, `${tool.name} with ${name}: soonish`).toMatchObject({ code: 'INVALID_ARGUMENT' })
      }
    expect(taken).toEqual([
      'list_notes since',
      'list_notes until',
      'open_daily_note date',
      'search_notes since',
      'search_notes until',
      'search_notes_advanced updated_within',
      'search_notes_advanced updated_before',
      'search_notes_advanced created_within',
      'get_todos due_before',
      'get_todos since',
      'list_changes since',
    ])
  }))

test('no other parameter speaks of a day', () => {
  const others = allTools.flatMap((tool) =>
    Object.entries(propertiesOf(tool))
      .filter(([name, property]) => !isDate(name) && /\b20\d\d-\d\d|\b7d\b/.test(JSON.stringify(property)))
      .map(([name]) => `${tool.name} ${name}`),
  )
  expect(others).toEqual([])
})

function propertiesOf(tool: Tool): Readonly<Record<string, unknown>> {
  return { ...Object(toolSchema(tool)['properties']) }
}
