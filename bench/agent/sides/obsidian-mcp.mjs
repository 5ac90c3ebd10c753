import { thoughts, today } from '../jobs.mjs'
import { dueIn } from './mcpvault.mjs'

const vault = 'v'

/** It replaces whole notes only; its search takes the query as one phrase. */
export const obsidianMcpJobs = {
  find: async ({ call }) => {
    const { data } = await structured(call, 'obsidian_search_vault', { query: 'frost', limit: 5 })
    return (await read(call, data.matches[0].path)).content
  },
  backlinks: async ({ call }) =>
    (await structured(call, 'obsidian_search_vault', { query: '[[Garden]]' })).data.matches.length,
  rename: ({ call }) =>
    call('obsidian_move_note', { vault, source: 'Garden.md', destination: 'The garden.md' }),
  write: ({ call }) =>
    call('obsidian_create_note', {
      vault,
      path: 'projects/Rain barrel.md',
      content: '---\ntags: [water, spring]\n---\nTwo hundred litres, below the shed. See [[Tools]].\n',
    }),
  daily: ({ call }) =>
    call('obsidian_create_note', { vault, path: `journal/${today()}.md`, content: 'Sowed the peas.\n' }),
  correct: ({ call }) => change(call, 'Tools.md', (text) => text.replace('loose handle', 'new handle')),
  merge: async ({ call }) => {
    const { content } = await read(call, 'plants/Plant 2.md')
    const body = content.slice(content.indexOf('# Plant'))
    await edit(call, { path: 'plants/Plant 1.md', operation: 'append', content: body })
    await call('obsidian_delete_note', { vault, path: 'plants/Plant 2.md' })
  },
  tick: async ({ call }) => {
    const query = 'letter to the council'
    const { data } = await structured(call, 'obsidian_search_vault', { query })
    await change(call, data.matches[0].path, (text) =>
      text.replace('- [ ] Write the letter', '- [x] Write the letter'),
    )
  },
  keep: async ({ call }) => {
    for (const text of thoughts)
      await edit(call, { path: 'inbox.md', operation: 'append', content: `- ${text}\n` })
  },
  'file-away': ({ call }) => change(call, 'inbox.md', (text) => text.replace(/^.* old thought\n/gm, '')),
  due: async ({ call }) => {
    const { data } = await structured(call, 'obsidian_search_vault', { query: '2026-01-' })
    return dueIn(data.matches.map(({ snippet }) => snippet).join('\n'))
  },
  move: ({ call }) =>
    call('obsidian_move_note', {
      vault,
      source: 'plants/Plant 7.md',
      destination: 'projects/Plant 7.md',
    }),
  tag: ({ call }) =>
    call('obsidian_add_tags', {
      vault,
      paths: [10, 11, 12].map((number) => `plants/Plant ${number}.md`),
      tags: ['perennial'],
    }),
  status: ({ call }) =>
    change(call, 'projects/Shed.md', (text) => text.replace('status: active', 'status: done')),
  section: ({ call }) =>
    change(call, 'projects/Shed.md', (text) => text.replace('Leaks.', 'Felt, laid in March.')),
  tagged: async ({ call }) => {
    const search = { query: 'plant', mode: 'tag', limit: 10 }
    return (await structured(call, 'obsidian_search_vault', search)).data.matches.length
  },
  archive: ({ call }) =>
    call('obsidian_move_note', {
      vault,
      source: 'plants/Plant 20.md',
      destination: 'archives/Plant 20.md',
    }),
}

async function structured(call, tool, args) {
  return (await call(tool, { vault, ...args })).structured
}

async function read(call, path) {
  return (await structured(call, 'obsidian_read_note', { path })).data
}

function edit(call, args) {
  return call('obsidian_edit_note', { vault, ...args })
}

async function change(call, path, revise) {
  const { content, etag } = await read(call, path)
  return await edit(call, { path, operation: 'replace', content: revise(content), if_match: etag })
}
