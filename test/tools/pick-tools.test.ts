import { expect, test } from 'vitest'
import { pickTools, type ToolChoice } from '../../src/call/pick-tools.ts'
import { toyTools } from './toy-tools.ts'

const getNote = { ...toyTools()[3]!, name: 'get_note' }
const all = [...toyTools(), getNote]

function names(choice: ToolChoice): readonly string[] {
  return pickTools(all, choice).map(({ name }) => name)
}

test('all tools exist when nothing is chosen', () => {
  expect(names({})).toEqual(all.map(({ name }) => name))
  expect(names({ toolsets: ['all'] })).toEqual(names({}))
})

test('toolsets and tools add up, in the order of the list', () => {
  expect(names({ toolsets: ['search'], tools: ['tell_size'] })).toEqual(['tell_size', 'list_all'])
  expect(names({ toolsets: ['core'] })).toEqual(['get_note'])
})

test('read-only leaves the tools that change nothing', () => {
  expect(names({ readOnly: true })).toEqual([
    'count_up',
    'tell_size',
    'says_too_much',
    'read_note',
    'list_all',
    'get_note',
  ])
})

test('an unknown name is an error that names the nearest', () => {
  expect(() => names({ toolsets: ['serach'] })).toThrow('Did you mean search?')
  expect(() => names({ tools: ['raed_note'] })).toThrow('Did you mean read_note or get_note?')
})
