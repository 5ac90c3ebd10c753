import { thoughts, today } from '../jobs.mjs'
import { dueIn } from './mcpvault.mjs'

const parse = ({ text }) => JSON.parse(text)

/** It finds notes by title, tag and property only, and replaces whole notes. */
export const foamJobs = {
  find: async ({ call }) => {
    const [{ uri }] = parse(await call('search_resources', { query: 'frost', limit: 5 }))
    return await read(call, uri)
  },
  backlinks: async ({ call }) =>
    parse(await call('get_connections', { uri: 'Garden.md', direction: 'backlinks' })).backlinks.length,
  rename: ({ call }) => call('move_resource', { uri: 'Garden.md', new_path: 'The garden.md' }),
  write: ({ call }) =>
    create(call, {
      title: 'Rain barrel',
      dir: 'projects',
      content:
        '---\ntags: [water, spring]\n---\n# Rain barrel\n\nTwo hundred litres, below the shed. See [[Tools]].\n',
    }),
  daily: ({ call }) =>
    create(call, { title: today(), dir: 'journal', content: `# ${today()}\n\nSowed the peas.\n` }),
  correct: ({ call }) => change(call, 'Tools.md', (text) => text.replace('loose handle', 'new handle')),
  merge: async ({ call }) => {
    const other = await read(call, 'plants/Plant 2.md')
    await change(call, 'plants/Plant 1.md', (text) => `${text}\n${other.slice(other.indexOf('# Plant'))}`)
    await call('delete_resource', { uri: 'plants/Plant 2.md', confirm: true })
  },
  tick: async ({ call }) => {
    const [{ uri }] = parse(await call('search_resources', { query: 'task' }))
    await change(call, uri, (text) => text.replace('- [ ] Write the letter', '- [x] Write the letter'))
  },
  keep: async ({ call }) => {
    let content = await read(call, 'inbox.md')
    for (const text of thoughts) {
      content += `- ${text}\n`
      await call('update_resource', { uri: 'inbox.md', content })
    }
  },
  'file-away': ({ call }) => change(call, 'inbox.md', (text) => text.replace(/^.* old thought\n/gm, '')),
  due: async ({ call }) => {
    const [{ uri }] = parse(await call('search_resources', { query: 'task' }))
    return dueIn(await read(call, uri))
  },
  mend: async ({ call }) => {
    const { referenced_by: linkers } = parse(await call('get_placeholders')).find((placeholder) =>
      JSON.stringify(placeholder).includes('Compst'),
    )
    await change(call, linkers[0].uri, (text) => text.replace('[[Compst]]', '[[Compost]]'))
  },
  move: ({ call }) => call('move_resource', { uri: 'plants/Plant 7.md', new_path: 'projects/Plant 7.md' }),
  tag: async ({ call }) => {
    for (const number of [10, 11, 12])
      await call('add_tags', { uri: `plants/Plant ${number}.md`, tags: ['perennial'] })
  },
  status: ({ call }) => call('update_resource', { uri: 'projects/Shed.md', properties: { status: 'done' } }),
  section: ({ call }) =>
    change(call, 'projects/Shed.md', (text) => text.replace('Leaks.', 'Felt, laid in March.')),
  tagged: async ({ call }) => parse(await call('search_by_tag', { tag: 'plant', limit: 10 })).length,
  archive: ({ call }) =>
    call('move_resource', { uri: 'plants/Plant 20.md', new_path: 'archives/Plant 20.md' }),
}

async function read(call, uri) {
  return parse(await call('read_resource', { uri })).content
}

async function create(call, { title, dir, content }) {
  const { uri } = parse(await call('create_resource', { title, dir }))
  await call('update_resource', { uri, content })
}

async function change(call, uri, revise) {
  await call('update_resource', { uri, content: revise(await read(call, uri)) })
}
