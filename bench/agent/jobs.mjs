// Twenty jobs as an agent does them, one honest sequence of calls each, and what must be true on disk afterwards. A job gets
// `call(tool, args)`, which fails where the tool does, and `takes(tool, parameter)` for what an older build lacks. How other
// servers do them stands in `sides`.

/** @typedef {{ read: (path: string) => string, has: (path: string) => boolean, paths: () => string[], all: () => string }} Disk */

export const thoughts = ['Ask Ada about manure', 'A bench below the pear tree', 'Swap seeds in May']

export const today = () => new Date().toLocaleDateString('sv')

export const jobs = [
  {
    id: 'find',
    name: 'find a note by its words and read it',
    run: async ({ call }) => {
      const { results } = await call('search_notes', { query: 'frost seedlings', limit: 5 })
      return (await call('get_note', { identifier: results[0].id })).content
    },
    check: (_disk, answer) => answer.includes('late frost'),
  },
  {
    id: 'backlinks',
    name: 'who links to the hub, and why',
    run: async ({ call }) => (await call('get_backlinks', { identifier: 'Garden' })).backlinks.length,
    check: (_disk, answer) => answer === 28,
  },
  {
    id: 'rename',
    name: 'rename a note that 28 others link to',
    run: ({ call }) =>
      call('rename_note', { identifier: 'Garden', new_title: 'The garden', rename_file: true }),
    check: (disk) =>
      disk.all().split('[[the-garden').length > 28 || disk.all().split('[[The garden').length > 28,
  },
  {
    id: 'write',
    name: 'write a new note with tags',
    run: ({ call }) =>
      call('create_note', {
        title: 'Rain barrel',
        directory: 'projects',
        content: 'Two hundred litres, below the shed. See [[Tools]].\n',
        tags: ['water', 'spring'],
      }),
    check: (disk) =>
      disk
        .paths()
        .filter((path) => path.startsWith('projects/'))
        .map(disk.read)
        .some((text) => ['Two hundred litres', 'water', 'spring'].every((word) => text.includes(word))),
  },
  {
    id: 'daily',
    name: 'add a line to today’s note',
    run: async ({ call, takes }) => {
      if (takes('open_daily_note', 'content'))
        return await call('open_daily_note', { content: 'Sowed the peas.' })
      const day = await call('open_daily_note')
      return await call('append_to_note', { identifier: day.id ?? day.path, content: 'Sowed the peas.' })
    },
    check: (disk) =>
      disk.paths().some((path) => path.includes(today()) && disk.read(path).includes('Sowed the peas.')),
  },
  {
    id: 'correct',
    name: 'correct a phrase',
    run: async ({ call, takes }) => {
      if (takes('update_note', 'edits'))
        return await call('update_note', {
          identifier: 'Tools',
          edits: [{ old: 'a spade with a loose handle', new: 'a spade with a new handle' }],
        })
      const { content, content_hash } = await call('get_note', { identifier: 'Tools' })
      return await call('update_note', {
        identifier: 'Tools',
        content: content.replace('loose handle', 'new handle'),
        content_hash,
      })
    },
    check: (disk) => disk.read('Tools.md').includes('new handle'),
  },
  {
    id: 'merge',
    name: 'merge one note into another',
    run: async ({ call }) => {
      const { content } = await call('get_note', { identifier: 'plants/Plant 2' })
      await call('append_to_note', { identifier: 'plants/Plant 1', content })
      return await call('delete_note', { identifier: 'plants/Plant 2', mode: 'trash', confirm: true })
    },
    check: (disk) => !disk.has('plants/Plant 2.md') && disk.read('plants/Plant 1.md').includes('Variety 2'),
  },
  {
    id: 'tick',
    name: 'tick off the task about the letter',
    run: async ({ call, takes }) => {
      const narrow = takes('get_todos', 'query') ? { query: 'letter to the council' } : {}
      const { todos } = await call('get_todos', narrow)
      const task = todos.find(({ task_text: text }) => text.includes('letter to the council'))
      return await call('complete_todo', {
        identifier: task.note_id ?? task.id ?? task.path,
        line_number: task.line_number ?? task.line,
        task_text: 'letter to the council',
      })
    },
    check: (disk) => /- \[x\] Write the letter to the council/.test(disk.all()),
  },
  {
    id: 'keep',
    name: 'keep three thoughts',
    run: async ({ call }) => {
      for (const text of thoughts) await call('capture_to_inbox', { text })
    },
    check: (disk) => thoughts.every((text) => disk.read('inbox.md').includes(text)),
  },
  {
    id: 'file-away',
    name: 'file away two inbox items',
    run: async ({ call, takes }) => {
      const { items } = await call('get_inbox')
      const indexes = items.slice(0, 2).map(({ index }) => index)
      if (takes('clear_inbox_item', 'indexes'))
        return await call('clear_inbox_item', { indexes, confirm: true })
      for (const index of indexes.toReversed()) await call('clear_inbox_item', { index, confirm: true })
    },
    check: (disk) => !/(first|second) old thought/.test(disk.read('inbox.md')),
  },
  {
    id: 'due',
    name: 'what is due before February',
    run: async ({ call, takes }) => {
      const due = takes('get_todos', 'due_before') ? { due_before: '2026-02-01' } : { limit: 200 }
      const { todos } = await call('get_todos', due)
      return todos.filter(({ task_text: text }) => /📅 2026-01-|\[due:: 2026-01-/.test(text)).length
    },
    check: (_disk, answer) => answer === 3,
  },
  {
    id: 'mend',
    name: 'mend a broken link',
    run: async ({ call, takes }) => {
      const { links, broken_links } = await call('find_broken_links')
      const broken = (links ?? broken_links)[0]
      const identifier = broken.source_id ?? broken.source_path ?? broken.source ?? 'plants/Plant 5'
      if (takes('update_note', 'edits'))
        return await call('update_note', { identifier, edits: [{ old: '[[Compst]]', new: '[[Compost]]' }] })
      const { content, content_hash } = await call('get_note', { identifier })
      return await call('update_note', {
        identifier,
        content: content.replace('[[Compst]]', '[[Compost]]'),
        content_hash,
      })
    },
    check: (disk) => !disk.all().includes('[[Compst]]'),
  },
  {
    id: 'move',
    name: 'move a note into another folder',
    run: ({ call }) => call('move_note', { identifier: 'plants/Plant 7', destination_directory: 'projects' }),
    check: (disk) => disk.has('projects/Plant 7.md'),
  },
  {
    id: 'newest',
    name: 'the twenty newest notes',
    run: async ({ call }) => (await call('list_notes', { limit: 20 })).notes.length,
    check: (_disk, answer) => answer === 20,
  },
  {
    id: 'tag',
    name: 'tag three notes',
    run: async ({ call }) => {
      for (const number of [10, 11, 12])
        await call('update_tags', { identifier: `plants/Plant ${number}`, add_tags: ['perennial'] })
    },
    check: (disk) =>
      [10, 11, 12].every((number) => disk.read(`plants/Plant ${number}.md`).includes('perennial')),
  },
  {
    id: 'status',
    name: 'set a status',
    run: async ({ call }) => {
      const { content_hash } = await call('get_note', { identifier: 'projects/Shed' })
      return await call('update_note', {
        identifier: 'projects/Shed',
        metadata: { status: 'done' },
        content_hash,
      })
    },
    check: (disk) => /^status: done$/m.test(disk.read('projects/Shed.md')),
  },
  {
    id: 'section',
    name: 'rewrite a section',
    run: ({ call }) =>
      call('replace_section', {
        identifier: 'projects/Shed',
        section_header: 'Roof',
        new_content: 'Felt, laid in March.\n',
      }),
    check: (disk) => /## Roof\n+Felt, laid in March.\n+## Door\n/.test(disk.read('projects/Shed.md')),
  },
  {
    id: 'take-back',
    name: 'take the last change back',
    run: async ({ call }) => {
      const { changes } = await call('list_changes', { limit: 5 })
      return await call('undo_change', { change_id: changes[0].change_id })
    },
    check: (disk) => !disk.read('projects/Shed.md').includes('laid in March'),
  },
  {
    id: 'tagged',
    name: 'ten notes with a tag',
    run: async ({ call }) =>
      (await call('search_notes', { query: 'variety', tags: ['plant'], limit: 10 })).results.length,
    check: (_disk, answer) => answer === 10,
  },
  {
    id: 'archive',
    name: 'archive a note',
    run: ({ call }) => call('delete_note', { identifier: 'plants/Plant 20', mode: 'archive', confirm: true }),
    check: (disk) => !disk.has('plants/Plant 20.md') && disk.all().includes('Variety 20'),
  },
]

/** The vault that the jobs are about: 48 notes, by their paths. */
export function jobVault() {
  const filler = 'It likes a place in the sun, wants water twice a week, and is cut back in autumn. '.repeat(
    3,
  )
  const files = {
    'Garden.md': '---\ntags: [hub]\n---\n# Garden\n\nEverything that grows here, and what is to be done.\n',
    'Compost.md': '# Compost\n\nKitchen scraps and leaves, turned each month.\n',
    'Tools.md': '# Tools\n\nA rake, a hoe, and a spade with a loose handle.\n',
    'inbox.md': '# Inbox\n\n- 2026-01-01 10:00 first old thought\n- 2026-01-02 10:00 second old thought\n',
    'projects/Shed.md':
      '---\nstatus: active\n---\n# Shed\n\nFor [[Tools]].\n\n## Roof\n\nLeaks.\n\n## Door\n\nSticks.\n',
    'projects/Frost.md':
      '# Frost\n\nCover the seedlings when a late frost is near: frost takes seedlings in a night.\n',
    'projects/Tasks.md': [
      '# Tasks\n',
      '- [ ] Write the letter to the council',
      '- [ ] Order seeds 📅 2026-01-15',
      '- [ ] Prune the pear tree [due:: 2026-01-20]',
      '- [ ] Mend the fence 📅 2026-01-31',
      '- [ ] Paint the bench 📅 2026-05-01',
      ...Array.from(
        { length: 30 },
        (_, index) => `- [ ] Weed bed ${index + 1} 📅 2026-06-${String((index % 28) + 1).padStart(2, '0')}`,
      ),
      '',
    ].join('\n'),
  }
  for (let number = 1; number <= 40; number++) {
    const link = number <= 28 ? ' It stands in the [[Garden]].' : ''
    const broken = number === 5 ? ' Feed it from the [[Compst]].' : ''
    files[`plants/Plant ${number}.md`] =
      `---\ntags: [plant]\nplanted: 2025-0${(number % 9) + 1}-10\n---\n# Plant ${number}\n\nVariety ${number}.${link}${broken}\n\n${filler}\n`
  }
  return files
}
