import { expect, test } from 'vitest'
import { withVault, type Json } from '../../support/with-vault.ts'

const dense = (count: number) =>
  `# Dense\n\n${Array.from({ length: count }, (_, at) => `- see [[n${at % 50}]] and #tag-${at % 40} once ${at}\n`).join('')}`

/** 11 MB: longer than notes are edited. */
const tooLong = `# Very long\n\n#first\n${'A line of sixty characters or so, which says not very much.\n'.repeat(185_000)}The last line.\n`

test('other calls are answered while a long note is edited', () =>
  withVault({ 'long.md': dense(40_000), 'a.md': '# A\n' }, async ({ call, read }) => {
    const order: string[] = []
    const done = (name: string) => (result: Json) => {
      order.push(name)
      return result
    }
    await call('get_note', { identifier: 'a.md' })
    const tagged = call('update_tags', { identifier: 'long.md', add_tags: ['new'] }).then(done('tag'))
    for (let count = 0; count < 3; count += 1)
      await call('get_note', { identifier: 'a.md' }).then(done('get'))
    expect((await tagged).new_tags).toContain('new')
    expect(order).toEqual(['get', 'get', 'get', 'tag'])
    expect(await read('long.md')).toBe(dense(40_000).replace('# Dense\n', '# Dense\n\n#new\n'))
  }))

test('a note that is longer than notes are edited is refused with the next step, and stays', () =>
  withVault({ 'long.md': tooLong }, async ({ call, read }) => {
    const edits: readonly [string, object][] = [
      ['append_to_note', { content: 'More.' }],
      ['update_tags', { add_tags: ['new'] }],
      ['add_todo', { text: 'do it' }],
      ['replace_section', { section_header: 'Very long', new_content: 'Short.' }],
      ['rename_note', { new_title: 'Other' }],
    ]
    for (const [tool, args] of edits) {
      const { error } = await call(tool, { identifier: 'long.md', ...args })
      expect(error, tool).toMatchObject({ code: 'INVALID_ARGUMENT', path: 'long.md', most_bytes: 10_000_000 })
      expect(error.message).toBe(
        'long.md is 11.1 MB long, and notes are edited up to 10 MB. Nothing was changed.',
      )
      expect(error.hint).toContain('get_note and start_line')
    }
    expect(await read('long.md')).toBe(tooLong)
  }))

test('any lines of a note of any length are read, and what is said of it says of what', () =>
  withVault({ 'long.md': tooLong }, async ({ call }) => {
    const note = await call('get_note', { identifier: 'long.md' })
    expect(note).toMatchObject({ title: 'Very long', tags: ['first'], total_lines: 185_004 })
    expect(note.content_hash).toMatch(/^partial-/)
    expect(note.problem).toContain('first 1000000')
    const last = await call('get_note', { identifier: 'long.md', start_line: -1 })
    expect(last).toMatchObject({ content: 'The last line.\n', start_line: 185_004 })
    const some = await call('get_note', { identifier: 'long.md', start_line: 185_002, end_line: 185_003 })
    expect(some).toMatchObject({ start_line: 185_002, lines_returned: 2 })
    expect((await call('get_note_info', { identifier: 'long.md' })).total_lines).toBe(185_004)
  }))

test('a search right after a long note was written finds it, or says that it is not in the index yet', () =>
  withVault({ 'long.md': dense(60_000), 'a.md': '# A\n' }, async ({ call }) => {
    await call('search_notes', { query: 'dense' })
    const notYet =
      /^long\.md: changed a moment ago and not in the index yet, which says what stood there before\. Repeat the call in some seconds/
    for (const word of ['firstword', 'secondword']) {
      const search = () => call('search_notes', { query: word })
      await call('append_to_note', { identifier: 'long.md', content: `The ${word}.` })
      let result = await search()
      while (result.total === 0) {
        expect(result.freshness.message).toMatch(notYet)
        result = await search()
      }
      expect(result.results[0].id).toBe('long.md')
    }
  }))
