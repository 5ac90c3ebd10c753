import { thoughts, today } from '../jobs.mjs'

const parse = ({ text }) => JSON.parse(text)

/** The notes with a link to the garden: its search gives twenty at most, so that a second one leaves those out. */
async function linkers(call) {
  const search = { query: '[[Garden]]', limit: 20 }
  const first = parse(await call('search_notes', search)).map(({ p }) => p)
  const rest = parse(await call('search_notes', { ...search, excludePaths: first })).map(({ p }) => p)
  return [...first, ...rest]
}

/** It knows no links, no tasks and no history. */
export const mcpvaultJobs = {
  find: async ({ call }) => {
    const [{ p: path }] = parse(await call('search_notes', { query: 'frost seedlings', limit: 5 }))
    return parse(await call('read_note', { path })).content
  },
  backlinks: async ({ call }) => (await linkers(call)).length,
  rename: async ({ call }) => {
    await call('move_note', { oldPath: 'Garden.md', newPath: 'The garden.md' })
    for (const path of await linkers(call))
      await call('patch_note', { path, oldString: '[[Garden]]', newString: '[[The garden]]' })
  },
  write: ({ call }) =>
    call('write_note', {
      path: 'projects/Rain barrel.md',
      content: 'Two hundred litres, below the shed. See [[Tools]].\n',
      frontmatter: { tags: ['water', 'spring'] },
    }),
  daily: ({ call }) =>
    call('write_note', { path: `journal/${today()}.md`, content: 'Sowed the peas.\n', mode: 'append' }),
  correct: ({ call }) =>
    call('patch_note', {
      path: 'Tools.md',
      oldString: 'a spade with a loose handle',
      newString: 'a spade with a new handle',
    }),
  merge: async ({ call }) => {
    const { content } = parse(await call('read_note', { path: 'plants/Plant 2.md' }))
    await call('write_note', { path: 'plants/Plant 1.md', content, mode: 'append' })
    const path = 'plants/Plant 2.md'
    await call('delete_note', { path, confirmPath: path, trashMode: 'local' })
  },
  tick: async ({ call }) => {
    const [{ p: path }] = parse(await call('search_notes', { query: 'letter to the council' }))
    await call('patch_note', {
      path,
      oldString: '- [ ] Write the letter to the council',
      newString: '- [x] Write the letter to the council',
    })
  },
  keep: async ({ call }) => {
    for (const text of thoughts)
      await call('write_note', { path: 'inbox.md', content: `- ${text}\n`, mode: 'append' })
  },
  'file-away': async ({ call }) => {
    const { content } = parse(await call('read_note', { path: 'inbox.md' }))
    const oldString = content.split('\n').filter((line) => line.includes(' old thought'))
    await call('patch_note', { path: 'inbox.md', oldString: `${oldString.join('\n')}\n`, newString: '' })
  },
  due: async ({ call }) => {
    const found = parse(await call('search_notes', { query: '2026-01-' }))
    const { p: path } = found.find(({ ex }) => ex.includes('[ ]'))
    return dueIn(parse(await call('read_note', { path })).content)
  },
  move: ({ call }) => call('move_note', { oldPath: 'plants/Plant 7.md', newPath: 'projects/Plant 7.md' }),
  newest: async ({ call }) => parse(await call('get_vault_stats', { recentCount: 20 })).recent.length,
  tag: async ({ call }) => {
    for (const number of [10, 11, 12])
      await call('manage_tags', {
        path: `plants/Plant ${number}.md`,
        operation: 'add',
        tags: ['perennial'],
      })
  },
  status: ({ call }) =>
    call('update_frontmatter', { path: 'projects/Shed.md', frontmatter: { status: 'done' } }),
  section: async ({ call }) => {
    await call('read_note', { path: 'projects/Shed.md' })
    await call('patch_note', {
      path: 'projects/Shed.md',
      oldString: '## Roof\n\nLeaks.',
      newString: '## Roof\n\nFelt, laid in March.',
    })
  },
  tagged: async ({ call }) => {
    const search = { query: 'plant', searchContent: false, searchFrontmatter: true, limit: 10 }
    return parse(await call('search_notes', search)).length
  },
  archive: ({ call }) =>
    call('move_note', { oldPath: 'plants/Plant 20.md', newPath: 'archives/Plant 20.md' }),
}

/** How many of the tasks in a text are due in January. */
export function dueIn(text) {
  return text.match(/📅 2026-01-|\[due:: 2026-01-/g)?.length ?? 0
}
