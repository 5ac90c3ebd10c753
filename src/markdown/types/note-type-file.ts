import type { MetadataField, MetadataSchema, NoteTypeDefinition } from '../../model/metadata-schema.ts'
import { findTypeSections, type TypeSection, type TypeSectionName } from './find-type-sections.ts'
import { fitSection } from './fit-section.ts'
import { readSchemaLine } from './read-schema-line.ts'
import { renderSchemaLine } from './render-schema-line.ts'
import { VaultError } from '../../model/vault-error.ts'
import { beginning } from '../../model/whole-characters.ts'

/**
 * Reads a note type's `_description.md`, whatever it says: without a Purpose section the text below the title is the
 * description, and errors in the schema section are in `problems`.
 */
export function parseNoteTypeFile(name: string, text: string): NoteTypeDefinition {
  const { sections, lead } = findTypeSections(text)
  const contentOf = (section: TypeSection | undefined): string =>
    section === undefined ? '' : clean(text.slice(section.content.start, section.content.end))
  const purpose = sections.get('purpose')
  return {
    name,
    description: purpose === undefined ? clean(text.slice(lead.start, lead.end)) : contentOf(purpose),
    instructions: contentOf(sections.get('instructions')),
    ...readSchema(contentOf(sections.get('schema'))),
  }
}

/**
 * The `_description.md` of a new type; `parseNoteTypeFile` reads it back. Fails with `VALIDATION_FAILED` for an invalid
 * schema.
 */
export function renderNoteTypeFile(type: Omit<NoteTypeDefinition, 'problems'>): string {
  return [
    `# ${titleOf(type.name)}`,
    ...[...sectionNames].map(([section, heading]) => {
      const content = renderSection(section, type, 3)
      return content === '' ? `## ${heading}` : `## ${heading}\n${content}`
    }),
  ]
    .join('\n\n')
    .concat('\n')
}

/** The sections in the order in which they are written. */
export const sectionNames: ReadonlyMap<TypeSectionName, string> = new Map([
  ['purpose', 'Purpose'],
  ['instructions', 'Agent Instructions'],
  ['schema', 'Metadata Schema'],
])

/** A section's lines below its heading; headings inside it begin at `level`, so that none of them ends it. */
export function renderSection(
  section: TypeSectionName,
  type: Pick<NoteTypeDefinition, 'description' | 'instructions' | 'schema'>,
  level: number,
): string {
  switch (section) {
    case 'purpose':
      return fitSection(type.description, level)
    case 'instructions':
      return fitSection(type.instructions, level)
    case 'schema':
      return renderSchema(type.schema)
  }
}

function readSchema(content: string): Pick<NoteTypeDefinition, 'schema' | 'problems'> {
  const fields = new Map<string, MetadataField>()
  const problems: string[] = []
  for (const line of content.split('\n')) {
    // Only list items are fields: sentences around them explain.
    if (!/^\s*[-*+]\s/.test(line)) continue
    const reading = readSchemaLine(line)
    if (reading === null) {
      problems.push(
        `The line "${beginning(line.trim(), 80)}" is no field: write - name: description (required, string).`,
      )
    } else if (fields.has(reading.field.name)) {
      problems.push(`\`${reading.field.name}\`: it is described twice; the first one counts.`)
    } else {
      fields.set(reading.field.name, reading.field)
      problems.push(...reading.problems)
    }
  }
  return { schema: [...fields.values()], problems }
}

function renderSchema(schema: MetadataSchema): string {
  if (schema.length === 0) return ''
  const names = schema.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined)
    throw new VaultError('VALIDATION_FAILED', `The schema has two fields named \`${twice}\`.`, {
      field: twice,
      hint: 'Give each field once, with all that it wants.',
    })
  return [
    'Expected frontmatter or metadata fields for this note type:',
    ...schema.map(renderSchemaLine),
  ].join('\n')
}

/** `work/meeting-notes` is titled `Meeting Notes`. */
function titleOf(name: string): string {
  const words = (name.split('/').at(-1) ?? name).split(/[-_\s]+/).filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

function clean(content: string): string {
  return content.replace(/\r\n?/g, '\n').trim()
}
