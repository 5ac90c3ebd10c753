import { z } from 'zod'
import { getTags } from '../../tools/tags/get-tags.ts'
import { defineEverywhereTool } from '../define-dialect-tool.ts'
import { listAll } from '../list-all.ts'
import { notesAppDialect as dialect } from './notes-app-dialect.ts'
import { place, placeIn } from './notes-app-shapes.ts'

export const notesAppTags = defineEverywhereTool(dialect, {
  name: 'tags',
  title: 'Tags and their notes',
  description:
    'All tags of all vaults with the number of notes (mode all), or with tag the notes that carry it (mode by_tag).',
  like: getTags,
  list: 'files',
  input: z.strictObject({
    tag: z.string().min(1).max(200).optional().describe('List the notes with this tag.'),
  }),
  output: z.object({
    mode: z.enum(['all', 'by_tag']),
    tag: z.string().optional(),
    all_tags: z.array(z.object({ tag: z.string(), count: z.number() })).optional(),
    files: z.array(z.object(place)).optional(),
  }),
  async run({ tag }, vault, ctx) {
    const args = tag === undefined ? {} : { tag }
    const { items: found } = await listAll(getTags, args, ({ tags }) => tags, { vault, ctx })
    if (tag === undefined) {
      return {
        mode: 'all' as const,
        all_tags: found.map(({ tag: name, count = 0 }) => ({ tag: name, count })),
      }
    }
    const where = await placeIn({ vault, ctx })
    return {
      mode: 'by_tag' as const,
      tag,
      files: found.map(({ id = '' }) => ({ ...where, relative_path: id })),
    }
  },
  merge(parts, { tag }) {
    if (tag !== undefined)
      return { mode: 'by_tag' as const, tag, files: parts.flatMap(({ files }) => files ?? []) }
    const sums = new Map<string, { tag: string; count: number }>()
    for (const one of parts.flatMap(({ all_tags: all }) => all ?? [])) {
      const key = one.tag.toLowerCase()
      sums.set(key, { tag: sums.get(key)?.tag ?? one.tag, count: (sums.get(key)?.count ?? 0) + one.count })
    }
    return { mode: 'all' as const, all_tags: [...sums.values()].sort((a, b) => b.count - a.count) }
  },
})
