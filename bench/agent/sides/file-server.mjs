import { thoughts, today } from '../jobs.mjs'
import { dueIn } from './mcpvault.mjs'

/** It knows files, not notes: what is in them it knows only by reading them all. */
export const fileServerJobs = {
  // By its name: for its words every note would have to be read.
  find: async ({ call }) => {
    const { text: path } = await call('search_files', { path: '.', pattern: '**/*rost*' })
    return (await call('read_text_file', { path })).text
  },
  backlinks: async ({ call }) => (await linkers(call)).length,
  rename: async ({ call }) => {
    await call('move_file', { source: 'Garden.md', destination: 'The garden.md' })
    for (const path of await linkers(call)) await edit(call, path, '[[Garden]]', '[[The garden]]')
  },
  write: ({ call }) =>
    call('write_file', {
      path: 'projects/Rain barrel.md',
      content: '---\ntags: [water, spring]\n---\nTwo hundred litres, below the shed. See [[Tools]].\n',
    }),
  daily: ({ call }) => call('write_file', { path: `${today()}.md`, content: 'Sowed the peas.\n' }),
  correct: ({ call }) => edit(call, 'Tools.md', 'a spade with a loose handle', 'a spade with a new handle'),
  merge: async ({ call }) => {
    const [one, other] = ['plants/Plant 1.md', 'plants/Plant 2.md']
    const kept = (await call('read_text_file', { path: one })).text
    const { text } = await call('read_text_file', { path: other })
    await call('write_file', { path: one, content: `${kept}\n${text.slice(text.indexOf('# Plant'))}` })
    await call('create_directory', { path: 'trash' })
    await call('move_file', { source: other, destination: 'trash/Plant 2.md' })
  },
  tick: async ({ call }) => {
    const { text: path } = await call('search_files', { path: '.', pattern: '**/*ask*' })
    await call('read_text_file', { path })
    const task = 'Write the letter to the council'
    await edit(call, path, `- [ ] ${task}`, `- [x] ${task}`)
  },
  keep: async ({ call }) => {
    let { text: content } = await call('read_text_file', { path: 'inbox.md' })
    for (const text of thoughts) {
      content += `- ${text}\n`
      await call('write_file', { path: 'inbox.md', content })
    }
  },
  'file-away': async ({ call }) => {
    const { text } = await call('read_text_file', { path: 'inbox.md' })
    await call('write_file', { path: 'inbox.md', content: text.replace(/^.* old thought\n/gm, '') })
  },
  due: async ({ call }) => {
    const { text: path } = await call('search_files', { path: '.', pattern: '**/*ask*' })
    return dueIn((await call('read_text_file', { path })).text)
  },
  mend: async ({ call }) => {
    const notes = await readAll(call)
    const names = new Set(notes.map(({ path }) => path.split('/').at(-1)))
    const isBroken = (link) => !names.has(`${link.slice(2, -2)}.md`)
    const broken = notes.find(({ text }) => text.match(/\[\[Comp\w+\]\]/g)?.some(isBroken))
    await edit(call, broken.path, '[[Compst]]', '[[Compost]]')
  },
  move: ({ call }) => call('move_file', { source: 'plants/Plant 7.md', destination: 'projects/Plant 7.md' }),
  tag: async ({ call }) => {
    const paths = [10, 11, 12].map((number) => `plants/Plant ${number}.md`)
    await call('read_multiple_files', { paths })
    for (const path of paths) await edit(call, path, 'tags: [plant]', 'tags: [plant, perennial]')
  },
  status: async ({ call }) => {
    await call('read_text_file', { path: 'projects/Shed.md' })
    await edit(call, 'projects/Shed.md', 'status: active', 'status: done')
  },
  section: async ({ call }) => {
    await call('read_text_file', { path: 'projects/Shed.md' })
    await edit(call, 'projects/Shed.md', 'Leaks.', 'Felt, laid in March.')
  },
  tagged: async ({ call }) => {
    const notes = await readAll(call)
    return notes.filter(({ text }) => /tags: \[plant/.test(text)).slice(0, 10).length
  },
  archive: async ({ call }) => {
    await call('create_directory', { path: 'archives' })
    await call('move_file', { source: 'plants/Plant 20.md', destination: 'archives/Plant 20.md' })
  },
}

function edit(call, path, oldText, newText) {
  return call('edit_file', { path, edits: [{ oldText, newText }] })
}

async function linkers(call) {
  return (await readAll(call)).filter(({ text }) => text.includes('[[Garden]]')).map(({ path }) => path)
}

/** Each note with its text, by two calls. */
async function readAll(call) {
  const { text: found } = await call('search_files', { path: '.', pattern: '**/*.md' })
  const { text } = await call('read_multiple_files', { paths: found.split('\n') })
  const [, ...parts] = text.split(/(?:^|\n---\n)([^\n]+\.md):\n/)
  return parts.flatMap((path, at) => (at % 2 === 0 ? [{ path, text: parts[at + 1] }] : []))
}
