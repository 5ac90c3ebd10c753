import { createHash } from 'node:crypto'
import { chmod, link, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../support/long.ts'
import { withOtherProcess } from '../support/other-process.ts'
import { column } from '../support/plain.ts'
import { until } from '../support/until.ts'
import { withVault, type Json } from '../support/with-vault.ts'

const sha = (bytes: Uint8Array | string) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const codes = (results: readonly Json[]) => results.map((result) => result.error?.code ?? 'done').sort()

const parts = {
  mark: fc.constantFrom('', '\uFEFF'),
  end: fc.constantFrom('\n', '\r\n'),
  head: fc.constantFrom(
    'title: "A title"   # why\nstatus: open\ntags: [a,  b]\n',
    "title: 'It''s'\nstatus:   open\t# tab\nlist:\n    - one\n    -   two\ndate: 2024-01-02\n",
    'status: open\nquoted: "2024-01-02"\nmulti: |\n  keeps\n\n  this  \nafter: yes\n',
    'a: &anchor {x: 1}\nb: *anchor\nstatus: open\n',
    '# only a comment\n\nstatus: open\nstatus2: x\n',
    'big: 00123\nhex: 0xff\nstatus: open\nempty:\nlast: ~\n',
    'folded: >-\n  one\n  two\nstatus: "open"\n"quoted key": v\n',
  ),
  body: fc.array(
    fc.constantFrom(
      '# T',
      '',
      '\tindented',
      'trailing  ',
      'mixed\r',
      'a\u2028b',
      '---',
      '\u{1f600} ✓',
      '  ',
      '```',
      '- [ ] x',
    ),
    { maxLength: 8 },
  ),
  last: fc.constantFrom('', '\n', '\n\n'),
}
const note = fc
  .record(parts)
  .map(({ mark, end, head, body, last }) =>
    `${mark}---\n${head}---\n${body.join('\n')}${last}`.replaceAll('\n', end),
  )
const addition = fc.constantFrom('added', 'added\n', 'two\nlines', '# Head\n', 'ünï')

test('a write changes the bytes that it was asked to change, and no other', () =>
  withVault({}, async ({ call, write, at }) => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(note, addition, async (text, words) => {
        const id = `n${count++}.md`
        await write(id, text)
        const bytes = () => readFile(at(id), 'utf8')
        const hash = async () => sha(await readFile(at(id)))
        const update = async (args: object) => {
          const result = await call('update_note', { identifier: id, content_hash: await hash(), ...args })
          expect(result.error).toBeUndefined()
          expect(result.content_hash).toBe(await hash())
        }
        const line = /(\nstatus:\s*)("?)open\2/

        await update({ metadata: { status: 'done' } })
        const changed = await bytes()
        expect(changed.replace(/(\nstatus:\s*"?)done/, '$1open')).toBe(text)
        expect(changed).not.toMatch(line)
        await update({ metadata: { status: 'open' } })
        expect(await bytes()).toBe(text)

        await update({ metadata: { brand_new: 'x' } })
        expect((await bytes()).replace(/brand_new: x\r?\n/, '')).toBe(text)
        await update({ metadata: { brand_new: null } })
        expect(await bytes()).toBe(text)

        await call('append_to_note', { identifier: id, content: words })
        const appended = await bytes()
        expect(appended.startsWith(text)).toBe(true)
        expect(unified(appended.slice(text.length)).trim()).toBe(words.trim())

        const body = (await call('get_note', { identifier: id })).content
        await update({ content: words, mode: 'prepend' })
        const prepended = await bytes()
        expect(prepended.endsWith(body)).toBe(true)
        const rest = prepended.slice(0, prepended.length - body.length)
        expect(rest.startsWith(appended.slice(0, appended.length - body.length))).toBe(true)
        expect(unified(rest.slice(appended.length - body.length)).trim()).toBe(words.trim())

        await update({ content: body })
        expect(await bytes()).toBe(appended)
      }),
      { numRuns: times(8, 30) },
    )
  }))

const unified = (text: string) => text.replaceAll('\r\n', '\n')

test('what cannot be changed alone is refused and stays', () =>
  withVault(
    { 'dup.md': '---\na: 1\na: 2\nb: x\n---\nbody\n', 'bad.md': '---\na: [\n---\nbody\n' },
    async ({ call, read }) => {
      for (const id of ['bad.md']) {
        const before = await read(id)
        const result = await call('update_note', {
          identifier: id,
          metadata: { a: 'n' },
          content_hash: sha(before),
        })
        expect(result.error.code).toBe('VALIDATION_FAILED')
        expect(await read(id)).toBe(before)
        expect((await call('append_to_note', { identifier: id, content: 'more' })).error).toBeUndefined()
        expect(await read(id)).toBe(`${before}more\n`)
      }
      const before = await read('dup.md')
      const result = await call('update_note', {
        identifier: 'dup.md',
        metadata: { b: 'z' },
        content_hash: sha(before),
      })
      expect(result.error).toBeUndefined()
      expect(await read('dup.md')).toBe(before.replace('b: x', 'b: z'))
    },
  ))

test('what an alias repeats is changed as the hint says', () =>
  withVault({ 'a.md': '---\na: &x [1, 2]\nb: *x\n---\nbody\n' }, async ({ callAsAgent, read }) => {
    const change = { identifier: 'a.md', metadata: { a: [3] }, content_hash: sha(await read('a.md')) }
    const { error } = await callAsAgent('update_note', change)
    expect(error).toMatchObject({
      code: 'CONFLICT',
      hint: 'Read its lines with get_note and start_line: 1, and change them with edits of update_note.',
    })
    const { content } = await callAsAgent('get_note', { identifier: 'a.md', start_line: 1 })
    const edits = [{ old: content.split('\n').slice(1, 3).join('\n'), new: 'a: [3]\nb: [1, 2]' }]
    expect((await callAsAgent('update_note', { identifier: 'a.md', edits })).error).toBeUndefined()
    expect(await read('a.md')).toBe('---\na: [3]\nb: [1, 2]\n---\nbody\n')
  }))

test('of many creates of one path one wins, in one process and in two', () =>
  withVault({}, ({ call, read, folder, at }) =>
    withOtherProcess(folder, async (other) => {
      const create = (number: number) =>
        (number % 2 === 0 ? call : other.call)('create_note', {
          path: 'race.md',
          title: `T${number}`,
          content: `by ${number}`,
        })
      const results = await Promise.all(Array.from({ length: 20 }, (_, number) => create(number)))
      expect(codes(results).filter((code) => code !== 'ALREADY_EXISTS')).toEqual(['done'])
      const winner = results.findIndex(({ error }) => error === undefined)
      expect(await read('race.md')).toContain(`by ${winner}\n`.trim())
      expect(sha(await readFile(at('race.md')))).toBe(results[winner].content_hash)
      expect((await readdir(at('.'))).filter((name) => /\.(tmp|kept)$/.test(name))).toEqual([])
    }),
  ))

test('edits of one note from two processes are all there or refused, never lost', () =>
  withVault({ 'log.md': '# Log\n' }, ({ call, read, folder }) =>
    withOtherProcess(folder, async (other) => {
      const clients = [call, other.call]
      const appends = Array.from({ length: 24 }, (_, number) =>
        clients[number % 2]!('append_to_note', { identifier: 'log.md', content: `line ${number}.` }),
      )
      const updates = clients.map(async (client, number) => {
        for (let round = 0; round < 6; round++) {
          const { content, content_hash } = await client('get_note', { identifier: 'log.md' })
          const mark = `mark ${number}-${round}.`
          const result = await client('update_note', {
            identifier: 'log.md',
            content: `${content}${mark}\n`,
            content_hash,
          })
          if (result.error === undefined) marks.push(mark)
          else expect(result.error.code).toBe('CONTENT_HASH_MISMATCH')
        }
      })
      const marks: string[] = []
      expect(new Set(codes(await Promise.all(appends)))).toEqual(new Set(['done']))
      await Promise.all(updates)
      const lines = (await read('log.md')).split('\n')
      const expected = [
        '# Log',
        ...Array.from({ length: 24 }, (_, number) => `line ${number}.`),
        ...marks,
        '',
      ]
      expect([...lines].sort()).toEqual(expected.sort())
    }),
  ))

test('a stale hash changes nothing and says both hashes', () =>
  withVault({ 'a.md': 'one\n' }, async ({ call, write, read }) => {
    const { content_hash } = await call('get_note', { identifier: 'a' })
    await write('a.md', 'two\n')
    const { error } = await call('update_note', { identifier: 'a', content: 'three', content_hash })
    expect(error).toMatchObject({
      code: 'CONTENT_HASH_MISMATCH',
      current_hash: sha('two\n'),
      provided_hash: content_hash,
    })
    const appended = await call('append_to_note', { identifier: 'a', content: 'x', content_hash })
    expect(appended.error.code).toBe('CONTENT_HASH_MISMATCH')
    const deleted = await call('delete_note', { identifier: 'a', confirm: true, content_hash })
    expect(deleted.error.code).toBe('CONTENT_HASH_MISMATCH')
    expect(await read('a.md')).toBe('two\n')
  }))

const outside = [
  '../out.md',
  'a/../../out.md',
  '%2e%2e/out.md',
  '..%2fout.md',
  '%2E%2E%2Fout.md',
  '/etc/out.md',
  '..\\out.md',
  'a\\..\\..\\out.md',
  'C:\\out.md',
  'C:/out.md',
]
test.each(outside)('the path %s leads out of the vault', (path) =>
  withVault({ 'a/b.md': 'x\n' }, async ({ call, folder }) => {
    const before = await readdir(folder, { recursive: true })
    const calls = [
      call('create_note', { path, title: 'Out', content: 'x' }),
      call('create_note', { directory: path, title: 'Out' }),
      call('upsert_note', { identifier: path, content: 'x' }),
      call('get_note', { identifier: path }),
      call('append_to_note', { identifier: path, content: 'x' }),
      call('delete_note', { identifier: path, confirm: true }),
    ]
    expect(codes(await Promise.all(calls))).toEqual(Array(6).fill('OUTSIDE_VAULT'))
    const isOwn = (name: string) => !name.startsWith('data')
    expect((await readdir(folder, { recursive: true })).filter(isOwn)).toEqual(before.filter(isOwn))
  }),
)

test('no message names a path outside the vault', () =>
  withVault({}, async ({ call, folder }) => {
    const { error } = await call('get_note', { identifier: '/etc/passwd' })
    expect(error.code).toBe('OUTSIDE_VAULT')
    expect(JSON.stringify(error)).not.toContain('/etc')
    expect(JSON.stringify(error)).not.toContain(folder)
  }))

test.each([
  ['a NUL', 'a\0b.md'],
  ['a line break', 'a\nb.md'],
  ['a hidden file', '.secret.md'],
  ['a hidden folder', '.git/note.md'],
  ['flint’s own folder', '.flint-note/trash/x.md'],
  ['a folder', 'notes/'],
  ['a type’s description', 'notes/_description.md'],
  ['a name too long for a file', `${'x'.repeat(260)}.md`],
])('a new note cannot be %s', (_what, path) =>
  withVault({}, async ({ call, at }) => {
    const { error } = await call('create_note', { path, title: 'T', content: 'x' })
    expect(error.code).toBe('INVALID_PATH')
    expect(
      (await readdir(at('.'))).filter((name) => name.endsWith('.md') || /\.(tmp|kept)$/.test(name)),
    ).toEqual([])
  }),
)

test('a name of 255 bytes is written, read and found', () =>
  withVault({}, async ({ call, read }) => {
    const id = `${'ü'.repeat(126)}.md`
    expect(Buffer.byteLength(id)).toBe(255)
    const created = await call('create_note', { path: id, title: 'Long', content: 'longname body\n' })
    expect(created.id).toBe(id)
    expect(await read(id)).toContain('longname')
    expect((await call('append_to_note', { identifier: id, content: 'more' })).error).toBeUndefined()
    expect(column((await call('search_notes', { query: 'longname' })).results, 'id')).toEqual([id])
    expect((await call('delete_note', { identifier: id, confirm: true })).error).toBeUndefined()
  }))

test('a note whose name is the twin of another in case or accents is refused', () =>
  withVault({ 'Plan.md': 'x\n', 'caf\u00e9.md': 'y\n' }, async ({ call, at }) => {
    for (const path of ['plan.md', 'PLAN.MD', 'cafe\u0301.md', 'CAF\u00c9.md']) {
      const { error } = await call('create_note', { path, title: 'T', content: 'z' })
      expect(error.code).toBe('ALREADY_EXISTS')
    }
    expect((await readdir(at('.'))).filter((name) => /\.md$/i.test(name))).toHaveLength(2)
  }))

test('twins that are there already are two notes', () =>
  withVault({ 'Plan.md': 'upper\n', 'plan.md': 'lower\n' }, async ({ call }) => {
    expect((await call('get_note', { identifier: 'Plan.md' })).content).toBe('upper\n')
    expect((await call('get_note', { identifier: 'plan.md' })).content).toBe('lower\n')
    expect((await call('list_notes')).total).toBe(2)
  }))

test('a note that is not UTF-8 is read and found with its problem; writes are refused and its bytes stay', () => {
  const bytes = Buffer.from([...Buffer.from('# Caf'), 0xe9, ...Buffer.from('\n\nlatinword\n')])
  return withVault({ 'latin.md': bytes }, async ({ call, at }) => {
    expect((await call('get_note', { identifier: 'latin.md' })).content).toContain('latinword')
    expect(column((await call('search_notes', { query: 'latinword has:problem' })).results, 'id')).toEqual([
      'latin.md',
    ])
    const content_hash = sha(bytes)
    const results = [
      await call('append_to_note', { identifier: 'latin.md', content: 'x' }),
      await call('update_note', { identifier: 'latin.md', content: 'x', content_hash }),
      await call('update_note', { identifier: 'latin.md', metadata: { a: 1 }, content_hash }),
      await call('delete_note', { identifier: 'latin.md', mode: 'permanent', confirm: true }),
    ]
    expect(codes(results)).toEqual(Array(4).fill('CONFLICT'))
    expect(Buffer.compare(await readFile(at('latin.md')), bytes)).toBe(0)
    // Moving its bytes loses none.
    expect((await call('delete_note', { identifier: 'latin.md', confirm: true })).deleted).toBe(true)
    expect(Buffer.compare(await readFile(at('archives/latin.md')), bytes)).toBe(0)
  })
})

test('links out of the vault are neither read nor written through', () =>
  withVault({ 'in.md': 'in\n' }, async ({ call, at, folder, read }) => {
    await mkdir(`${folder}/secret`)
    await rename(at('in.md'), `${folder}/secret/out.md`)
    await symlink(`${folder}/secret/out.md`, at('file.md'))
    await symlink(`${folder}/secret`, at('folder'))
    await symlink(`${folder}/secret/none.md`, at('dangling.md'))
    for (const identifier of ['file.md', 'folder/out.md', 'folder/new.md', 'dangling.md']) {
      const results = [
        await call('get_note', { identifier }),
        await call('append_to_note', { identifier, content: 'x' }),
        await call('upsert_note', { identifier, content: 'x' }),
        await call('create_note', { path: identifier, title: 'T' }),
        await call('delete_note', { identifier, confirm: true, mode: 'permanent' }),
      ]
      expect(codes(results)).toEqual(Array(5).fill('OUTSIDE_VAULT'))
    }
    expect(await readdir(`${folder}/secret`)).toEqual(['out.md'])
    expect(await read('../secret/out.md')).toBe('in\n')
    expect((await call('list_notes')).total).toBe(0)
  }))

test('a link inside the vault is another name of the note it leads to', () =>
  withVault({ 'real/one.md': 'one\n' }, async ({ call, at, read }) => {
    await symlink(at('real/one.md'), at('short.md'))
    await symlink(at('real'), at('way'))
    await symlink(at('loop'), at('loop'))
    await symlink('real/none.md', at('dead.md'))
    await symlink('dead.md', at('dead-too.md'))
    await symlink('none', at('dead-way'))
    await call('append_to_note', { identifier: 'short.md', content: 'two' })
    expect((await call('append_to_note', { identifier: 'way/one.md', content: 'three' })).id).toBe(
      'real/one.md',
    )
    expect(await read('real/one.md')).toBe('one\ntwo\nthree\n')
    expect((await call('create_note', { path: 'way/new.md', title: 'New' })).id).toBe('real/new.md')
    expect(column((await call('list_notes', { sort: 'path' })).notes, 'id')).toEqual([
      'real/new.md',
      'real/one.md',
    ])
    expect((await call('get_note', { identifier: 'loop/x.md' })).error.code).toBe('INVALID_PATH')
    for (const identifier of ['dead.md', 'dead-too.md', 'dead-way/x.md'])
      for (const tool of ['get_note', 'append_to_note', 'upsert_note'])
        expect(
          (await call(tool, { identifier, ...(tool !== 'get_note' && { content: 'x' }) })).error,
        ).toMatchObject({
          code: 'INVALID_PATH',
          message: `${identifier} leads to something that is not there.`,
        })
    expect(await readdir(at('real'))).toEqual(['new.md', 'one.md'])
  }))

test('a name with a line break, made by somebody else, is a note like any other', () =>
  withVault({ 'two\nlines.md': 'oddword\n' }, async ({ call, read }) => {
    expect(column((await call('search_notes', { query: 'oddword' })).results, 'id')).toEqual([
      'two\nlines.md',
    ])
    expect(
      (await call('append_to_note', { identifier: 'two\nlines.md', content: 'more' })).error,
    ).toBeUndefined()
    expect(await read('two\nlines.md')).toBe('oddword\nmore\n')
  }))

test('titles that look like drives, hidden files or paths are found', () =>
  withVault(
    {
      'a.md': '# Q: why?\n',
      'b.md': '# .env files\n',
      'c.md': '# either/or\n',
      'd.md': '# 100% sure\n',
      'e.md': '# wait..\n',
    },
    async ({ call }) => {
      for (const [title, id] of Object.entries({
        'Q: why?': 'a.md',
        '.env files': 'b.md',
        'either/or': 'c.md',
        '100% sure': 'd.md',
        'wait..': 'e.md',
      }))
        expect((await call('get_note', { identifier: title })).id).toBe(id)
    },
  ))

test('a file in place of a folder stops a new note, and says so', () =>
  withVault({ a: 'file\n' }, async ({ call, read }) => {
    for (const args of [{ path: 'a/x.md' }, { path: 'a/b/x.md' }, { directory: 'a' }, { directory: 'a/b' }]) {
      const { error } = await call('create_note', { ...args, title: 'X' })
      expect(error.code).toBe('INVALID_PATH')
      expect(error.message).toContain('cannot be a folder')
    }
    expect((await call('get_note', { identifier: 'a/x.md' })).error.code).toBe('NOT_FOUND')
    expect(await read('a')).toBe('file\n')
  }))

const isRoot = process.getuid?.() === 0
const nobody = 65_534
test.skipIf(!isRoot)(
  'a read-only folder or note stops the write, says so and leaves all as it was (needs root, to become someone else)',
  () =>
    withVault(
      { 'locked/a.md': 'a\n', 'b.md': 'b\n', 'open/c.md': 'c\n', 'closed/d.md': 'd\n', 'e.md': 'readable\n' },
      async ({ at, folder, read, hub }) => {
        await hub.close()
        for (const [path, mode] of [
          ['.', 0o777],
          ['open', 0o777],
          ['locked', 0o555],
          ['closed', 0o700],
        ] as const)
          await chmod(at(path), mode)
        await chmod(at('b.md'), 0o444)
        await chmod(at('open/c.md'), 0o666)
        await chmod(at('e.md'), 0o600)
        for (const path of ['', 'config', 'config/config.yml'])
          await chmod(`${folder}/${path}`, path === '' ? 0o777 : 0o755)
        const names = await readdir(at('.'), { recursive: true })
        await withOtherProcess(
          folder,
          async ({ call }) => {
            const results = [
              await call('create_note', { path: 'locked/new.md', title: 'T' }),
              await call('append_to_note', { identifier: 'locked/a.md', content: 'x' }),
              await call('append_to_note', { identifier: 'b.md', content: 'x' }),
              await call('get_note', { identifier: 'closed/d.md' }),
              await call('append_to_note', { identifier: 'e.md', content: 'x' }),
            ]
            expect(codes(results)).toEqual(Array(5).fill('PERMISSION_DENIED'))
            expect(results[0].error.hint).toContain('permissions')
            // What may not be read does not keep the rest from being indexed, and is known by its name.
            expect(column((await call('list_notes', { sort: 'path' })).notes, 'id')).toEqual([
              'b.md',
              'e.md',
              'locked/a.md',
              'open/c.md',
            ])
            expect(
              (await call('append_to_note', { identifier: 'open/c.md', content: 'x' })).error,
            ).toBeUndefined()
            expect((await call('get_vault_info')).error).toBeUndefined()
          },
          { user: nobody },
        )
        expect(await readdir(at('.'), { recursive: true })).toEqual(names)
        expect([await read('locked/a.md'), await read('b.md'), await read('open/c.md')]).toEqual([
          'a\n',
          'b\n',
          'c\nx\n',
        ])
      },
    ),
)

test('a hard link is not torn from its twin without a word: the note changes, the other file stays', () =>
  withVault({ 'a.md': 'a\n' }, async ({ call, at, read }) => {
    await link(at('a.md'), at('b.md'))
    expect((await call('append_to_note', { identifier: 'a.md', content: 'x' })).error).toBeUndefined()
    expect([await read('a.md'), await read('b.md')]).toEqual(['a\nx\n', 'a\n'])
  }))

test('an empty vault answers and takes its first note', () =>
  withVault({}, async ({ call }) => {
    expect((await call('list_notes')).total).toBe(0)
    expect((await call('search_notes', { query: 'anything' })).total).toBe(0)
    expect((await call('get_note', { identifier: 'none' })).error.code).toBe('NOT_FOUND')
    expect((await call('create_note', { title: 'First', directory: '' })).error).toBeUndefined()
    expect((await call('list_notes')).total).toBe(1)
  }))

test('a folder that is gone answers VAULT_UNAVAILABLE while the others go on, and comes back with its notes', () =>
  withVault({ 'a.md': 'stayword\n' }, async ({ call, at, folder, write }) => {
    await call('create_vault', {
      vault_id: 'other',
      name: 'Other',
      path: `${folder}/other`,
      note_types: 'none',
    })
    await until('it is indexed', async () => (await call('search_notes', { query: 'stayword' })).total === 1)
    await rename(at('.'), `${folder}/away`)
    for (const [tool, args] of [
      ['get_note', { identifier: 'a.md' }],
      ['search_notes', { query: 'x' }],
      ['create_note', { title: 'T' }],
    ] as const) {
      const result = await call(tool, args)
      expect(result.error.code).toBe('VAULT_UNAVAILABLE')
      expect(JSON.stringify(result.error)).not.toContain(folder)
    }
    expect(
      (await call('create_note', { vault_id: 'other', title: 'Goes on', directory: '' })).error,
    ).toBeUndefined()
    await rename(`${folder}/away`, at('.'))
    expect((await call('search_notes', { query: 'stayword' })).total).toBe(1)
    await write('b.md', 'backword\n')
    await until(
      'the watcher is back',
      async () => (await call('search_notes', { query: 'backword' })).total === 1,
    )
    // A search sees what the index's thread has written before that thread has said so.
    await until(
      'nothing is behind any more',
      async () => (await call('search_notes', { query: 'backword' })).freshness === undefined,
    )
  }))

test('a vault whose folder was never there opens once it is', () =>
  withVault({}, async ({ call, at, write }) => {
    await rm(at('.'), { recursive: true })
    expect((await call('list_notes')).error.code).toBe('VAULT_UNAVAILABLE')
    await write('a.md', 'x\n')
    expect((await call('list_notes')).total).toBe(1)
    expect(basename(at('.'))).toBe('main')
  }))
