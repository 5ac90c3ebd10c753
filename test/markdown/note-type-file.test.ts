import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MetadataField, NoteTypeDefinition } from '../../src/model/metadata-schema.ts'
import { applyEdits } from '../../src/model/text-edit.ts'
import { editNoteTypeFile } from '../../src/markdown/types/edit-note-type-file.ts'
import { fitSection } from '../../src/markdown/types/fit-section.ts'
import { parseNoteTypeFile, renderNoteTypeFile } from '../../src/markdown/types/note-type-file.ts'
import { readSchemaLine } from '../../src/markdown/types/read-schema-line.ts'
import { renderSchemaLine } from '../../src/markdown/types/render-schema-line.ts'
import { times } from '../support/long.ts'

describe('a schema line', () => {
  test.each<[string, MetadataField]>([
    [
      '- a: What it is (required, string)',
      { name: 'a', type: 'string', required: true, description: 'What it is' },
    ],
    [
      '- stars: How good (optional, number, min: 1, max: 5)',
      {
        name: 'stars',
        type: 'number',
        required: false,
        description: 'How good',
        constraints: { min: 1, max: 5 },
      },
    ],
    [
      '- code: Code (optional, string, pattern: "^\\d{2,4}(a|b)$")',
      {
        name: 'code',
        type: 'string',
        required: false,
        description: 'Code',
        constraints: { pattern: '^\\d{2,4}(a|b)$' },
      },
    ],
    [
      '* `state`: Where it stands (required, select, options: ["to do", "done, really"], default: "to do")',
      {
        name: 'state',
        type: 'select',
        required: true,
        description: 'Where it stands',
        constraints: { options: ['to do', 'done, really'] },
        default: 'to do',
      },
    ],
    [
      '- **day**: When (required, date, format: YYYY-MM-DD)',
      { name: 'day', type: 'date', required: true, description: 'When' },
    ],
    [
      '- price: Price (in euros) (number)',
      { name: 'price', type: 'number', required: false, description: 'Price (in euros)' },
    ],
    [
      '- tags: (array, default: ["a", 1])',
      { name: 'tags', type: 'array', required: false, description: '', default: ['a', 1] },
    ],
    [
      '- on: Is it on (Optional, Boolean, default: true)',
      { name: 'on', type: 'boolean', required: false, description: 'Is it on', default: true },
    ],
    [
      '- note: anything at all',
      { name: 'note', type: 'string', required: false, description: 'anything at all' },
    ],
    [
      "- kind: Kind (select, options: [a, 'b c'])",
      {
        name: 'kind',
        type: 'select',
        required: false,
        description: 'Kind',
        constraints: { options: ['a', 'b c'] },
      },
    ],
    [
      '- zip: Zip (string, default: 01234)',
      { name: 'zip', type: 'string', required: false, description: 'Zip', default: '01234' },
    ],
  ])('%j is read', (line, field) => {
    expect(readSchemaLine(line)).toEqual({ field, problems: [] })
  })

  test.each([
    ['- a: A (required, colour)', '"colour" is not known here.'],
    ['- a: A (required, number, min: few)', 'min must be a number, not few.'],
    ['- a: A (optional, select)', 'a select needs options.'],
    ['- a: A (string, pattern: "(")', 'the pattern cannot be used, it is not a regular expression.'],
    ['- a: A (number, default: many)', 'the default many is not a number.'],
    ['- a: A (select, options: x)', 'options must be a list such as ["a", "b"].'],
  ])('%j is read as far as it goes, with its problem', (line, problem) => {
    const reading = readSchemaLine(line)
    expect(reading?.field).toMatchObject({ name: 'a', description: 'A' })
    expect(reading?.problems).toContain(`\`a\`: ${problem}`)
  })

  test('what is no field is none', () => {
    for (const line of ['', 'text: here', '- no colon', '-nospace: x', `- ${'x'.repeat(5000)}: y`]) {
      expect(readSchemaLine(line)).toBeNull()
    }
  })

  test.each<[Partial<MetadataField>, string]>([
    [{ name: 'a`b' }, 'without backticks'],
    [{ name: ' a' }, 'without spaces around it'],
    [{ type: 'select' }, 'a select needs options'],
    [{ type: 'number', constraints: { min: 3, max: 1 } }, 'min is greater than max'],
    [{ constraints: { pattern: '(a)\\1' } }, 'refers back to a group'],
    [{ type: 'number', default: 'x' }, 'its default is not allowed by itself'],
    [{ type: 'number', default: '5' }, 'must be written as a number'],
    [{ type: 'select', constraints: { options: ['a'] }, default: 'b' }, 'must be one of a'],
    [{ type: 'array', default: [{}] }, 'a default list holds texts and numbers'],
    [{ required: true, default: '' }, 'its default is empty'],
    [{ description: 'x (optional, string, default: "' }, 'reads as attributes'],
  ])('a field that contradicts itself is refused: %j', (changes, message) => {
    const field: MetadataField = { name: 'a', type: 'string', required: false, description: 'A', ...changes }
    expect(() => renderSchemaLine(field)).toThrow(message)
  })
})

const word = fc.string({
  unit: fc.constantFrom(...Array.from('abc XYZ09éß😀"\'\\,()[]:.-_#|`$^')),
  maxLength: 16,
})
const option = word.filter((text) => text !== '')
const pattern = fc.constantFrom(
  '^[0-9-]{10,17}$',
  '^\\d+\\.md$',
  '"',
  'a|b',
  '^(x, y)$',
  '\\\\',
  "it's",
  '[",]',
  '\\(',
)
const field: fc.Arbitrary<MetadataField> = fc
  .record({
    name: fc.oneof(
      fc.constantFrom('title', 'due_date', 'dc:title', 'größe', 'a b'),
      word.map((text) => text.replaceAll('`', '').trim()),
    ),
    required: fc.boolean(),
    description: word.map((text) => text.replace(/\s+/g, ' ').trim()),
    rest: fc.oneof(
      fc.record({
        type: fc.constant('string' as const),
        constraints: fc.option(fc.record({ pattern }), { nil: undefined }),
      }),
      fc.record({ type: fc.constant('string' as const), default: option }),
      fc.record({
        type: fc.constant('number' as const),
        constraints: fc.constantFrom({ min: 1, max: 5 }, { min: -0.5 }, undefined),
        default: fc.constantFrom(2, undefined),
      }),
      fc.record({ type: fc.constant('boolean' as const), default: fc.constantFrom(true, false, undefined) }),
      fc.record({ type: fc.constant('date' as const), default: fc.constantFrom('2026-01-31', undefined) }),
      fc.record({
        type: fc.constant('array' as const),
        default: fc.option(fc.array(fc.oneof(option, fc.integer(), fc.boolean())), { nil: undefined }),
      }),
      fc
        .uniqueArray(option, { minLength: 1, maxLength: 4 })
        .map((options) => ({ type: 'select' as const, constraints: { options }, default: options[0] })),
    ),
  })
  .filter(({ name }) => name !== '')
  .map(({ name, required, description, rest }) => {
    const defined = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
    return { name, required, description, ...defined } as MetadataField
  })

const markdown = fc
  .array(
    fc.constantFrom(
      'Ask why.',
      '- one',
      '',
      '# Top',
      '## Style',
      '### Metadata Schema',
      '## Purpose',
      '```',
      '~~~~',
      'Under',
      '---',
      '===',
      '    code',
      '#tag',
      '> quote',
      '####### no',
      '- # listed',
      '> # quoted',
      '<!--',
      '<div>',
      '<pre>',
      '%%',
      '$$',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('\n'))

const definition = fc.record({
  name: fc.constantFrom('projects', 'work/meeting-notes'),
  description: markdown,
  instructions: markdown,
  schema: fc.uniqueArray(field, { selector: ({ name }) => name, maxLength: 4 }),
})

function isWritable({ schema }: { readonly schema: readonly MetadataField[] }): boolean {
  try {
    schema.map(renderSchemaLine)
    return true
  } catch {
    return false
  }
}

test('what is rendered is read back as it was', () => {
  let written = 0
  fc.assert(
    fc.property(definition, (type) => {
      if (!isWritable(type)) return
      written += 1
      expect(parseNoteTypeFile(type.name, renderNoteTypeFile(type))).toEqual({
        ...type,
        description: fitSection(type.description, 3).trim(),
        instructions: fitSection(type.instructions, 3).trim(),
        problems: [],
      })
    }),
    { numRuns: times(200, 1000) },
  )
  // Nearly every random field can be written.
  expect(written).toBeGreaterThan(times(160, 800))
})

test('markdown that fits a section fits it the second time without a change', () => {
  fc.assert(
    fc.property(markdown, fc.integer({ min: 2, max: 6 }), (text, level) => {
      const once = fitSection(text, level)
      expect(fitSection(once, level)).toBe(once.trim())
    }),
    { numRuns: times(200, 1000) },
  )
})

test('editing says what was asked and leaves every other section as it is, to the byte', () => {
  const lineBreak = fc.constantFrom('\n', '\r\n')
  const before = fc.constantFrom(
    '',
    '# Things\n\n',
    '---\na: 1\n---\n# Things\n',
    'Some words.\n\n',
    '\uFEFF# T\n',
  )
  const extra = fc.constantFrom('', '\n## Template\nKeep  this.  \n', '## Examples\n- x')
  const own = fc.constantFrom(
    '## Purpose\nOld purpose.\n\n',
    '## Purpose\n',
    '## Agent Instructions\n\n- Old\n\n\n',
    '## metadata schema\n- x: X (string)\n',
    '',
  )
  const text = fc
    .tuple(before, fc.uniqueArray(own), extra, lineBreak)
    .map(([start, sections, end, ending]) => (start + sections.join('') + end).replaceAll('\n', ending))
  const changes = fc.record(
    {
      description: markdown,
      instructions: markdown,
      schema: definition.map(({ schema }) => schema).filter((schema) => isWritable({ schema })),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(text, changes, (old, change) => {
      const edited = applyEdits(old, editNoteTypeFile(old, change))
      const was = parseNoteTypeFile('t', old)
      const is = parseNoteTypeFile('t', edited)
      const expected = {
        description:
          change.description === undefined ? was.description : fitSection(change.description, 3).trim(),
        instructions:
          change.instructions === undefined ? was.instructions : fitSection(change.instructions, 3).trim(),
        schema: change.schema ?? was.schema,
      }
      // Words below the title are the description for as long as no Purpose section is.
      expect({ description: is.description, instructions: is.instructions, schema: is.schema }).toEqual(
        expected,
      )
      for (const kept of ['# Things', '---\na: 1\n---\n', '## Template\nKeep  this.  ', '## Examples\n- x']) {
        const ending = old.includes('\r\n') ? '\r\n' : '\n'
        const bytes = kept.replaceAll('\n', ending)
        if (old.includes(bytes)) expect(edited).toContain(bytes)
      }
      expect(applyEdits(edited, editNoteTypeFile(edited, change))).toBe(edited)
    }),
    { numRuns: times(400, 2000) },
  )
})

const sample = `# Meetings

## Purpose
What was said, and by whom.

## Agent Instructions
- Ask who was there

### Style
Short.

## Template
Mine.

## Metadata Schema
These are the fields:
- when: Day (required, date)
- broken: (nothing, known)
- when: Again (optional, date)
- : nameless
`

test('a file is read with its own sections and its problems', () => {
  const type: NoteTypeDefinition = parseNoteTypeFile('work/meetings', sample)
  expect(type).toEqual({
    name: 'work/meetings',
    description: 'What was said, and by whom.',
    instructions: '- Ask who was there\n\n### Style\nShort.',
    schema: [
      { name: 'when', type: 'date', required: true, description: 'Day' },
      { name: 'broken', type: 'string', required: false, description: '(nothing, known)' },
    ],
    problems: [
      '`broken`: it names no type: end the line with one, as in (optional, string).',
      '`when`: it is described twice; the first one counts.',
      'The line "- : nameless" is no field: write - name: description (required, string).',
    ],
  })
})

test('changing one section leaves the lines of the others', () => {
  const edited = applyEdits(sample, editNoteTypeFile(sample, { instructions: '# Be brief\n- Always' }))
  expect(edited).toBe(sample.replace('- Ask who was there\n\n### Style\nShort.', '### Be brief\n- Always'))
})

test('what already says so is not edited', () => {
  expect(editNoteTypeFile(sample, { description: ' What was said, and by whom.\n' })).toEqual([])
  expect(editNoteTypeFile(sample, {})).toEqual([])
})

test('a new file looks like one that a person would write', () => {
  expect(
    renderNoteTypeFile({
      name: 'work/book-reviews',
      description: 'Books that were read.',
      instructions: '- Ask for a rating',
      schema: [
        {
          name: 'rating',
          type: 'number',
          required: true,
          description: 'Stars',
          constraints: { min: 1, max: 5 },
        },
        {
          name: 'state',
          type: 'select',
          required: false,
          description: '',
          constraints: { options: ['a', 'b'] },
          default: 'a',
        },
      ],
    }),
  ).toBe(`# Book Reviews

## Purpose
Books that were read.

## Agent Instructions
- Ask for a rating

## Metadata Schema
Expected frontmatter or metadata fields for this note type:
- rating: Stars (required, number, min: 1, max: 5)
- state: (optional, select, options: ["a", "b"], default: "a")
`)
})

test('a file without any of the sections is a description', () => {
  expect(parseNoteTypeFile('x', '# X\n\nAll about x.\n\n- really\n')).toMatchObject({
    description: 'All about x.\n\n- really',
    instructions: '',
    schema: [],
    problems: [],
  })
  expect(parseNoteTypeFile('x', '')).toMatchObject({ description: '', instructions: '', schema: [] })
})
