import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../support/long.ts'
import { column } from '../support/plain.ts'
import { withVault, type Files, type Vaults } from '../support/with-vault.ts'

const files: Files = {
  'garden.md':
    '---\ntags: [outdoor, work/plants]\naliases: [Allotment]\nowner: Zo\u00eb\n---\n# Garden plan\n\nPlant the old apple trees in spring.\n\n## Watering\n- [ ] water the trees\n',
  'projects/site.md':
    '# Site launch\n\nThe launch plan. Uses foo.bar-baz and `snake_case_name` v1.2.3.\nSee [[garden]] and #work.\n',
  'projects/old.md': '# Old site\n\nNothing of the apple here; launch cancelled. #work/done [[nowhere]]\n',
  'archives/apple.md': '# Archived apple\n\napple pie recipe\n',
  'cafe.md': '# Caf\u00e9 \u00c9toile\n\n\nCr\u00e8me br\u00fbl\u00e9e recipe, na\u00efve.\n',
  'chinese.md': '# 笔记\n\n这是一个全文搜索的例子。\n',
  'japanese.md': '# メモ\n\n東京都で検索エンジンを作る。コーヒーが好き。\n',
  'thai.md': '# บันทึก\n\nภาษาไทยไม่มีช่องว่างระหว่างคำ\n',
  'korean.md': '# 노트\n\n한국어 검색 시험\n',
}

const find = async ({ call }: Vaults, query: string, args: object = {}): Promise<readonly unknown[]> => {
  const result = await call('search_notes', { query, ...args })
  expect(result.error).toBeUndefined()
  return column(result.results, 'id')
}

test('words, phrases, prefixes, exclusions and operators find what they say', () =>
  withVault(files, async (vault) => {
    const cases: readonly (readonly [query: string, ids: readonly string[]])[] = [
      ['watering', ['garden.md']],
      ['APPLE trees', ['garden.md', 'projects/old.md']],
      ['planting', ['garden.md', 'projects/site.md'].slice(0, 1)],
      ['"apple trees"', ['garden.md']],
      ['"trees apple"', []],
      ['waterin*', ['garden.md']],
      ['plann*', ['garden.md', 'projects/site.md']],
      ['recip*', ['cafe.md']],
      ['launch -cancelled', ['projects/site.md']],
      ['launch -"launch plan"', ['projects/old.md']],
      ['launch -foo.bar-baz', ['projects/old.md']],
      ['foo.bar-baz', ['projects/site.md']],
      ['bar-baz', ['projects/site.md']],
      ['snake_case_name', ['projects/site.md']],
      ['v1.2.3', ['projects/site.md']],
      ['allotment', ['garden.md']],
      ['zoe', ['garden.md']],
      ['tag:work', ['projects/site.md', 'projects/old.md', 'garden.md']],
      ['tag:#work/plants', ['garden.md']],
      ['tag:work -tag:work/plants', ['projects/site.md', 'projects/old.md']],
      ['launch tag:"work/done"', ['projects/old.md']],
      ['launch path:projects', ['projects/site.md', 'projects/old.md']],
      ['recipe path:archives', ['archives/apple.md']],
      ['in:projects/o', ['projects/old.md']],
      ['type:projects cancelled', ['projects/old.md']],
      ['title:site', ['projects/site.md', 'projects/old.md']],
      ['title:"old site"', ['projects/old.md']],
      ['title:\u00c9TOILE', ['cafe.md']],
      ['title:"caf\u0065\u0301"', ['cafe.md']],
      ['has:tasks', ['garden.md']],
      // What is no trait is a word.
      ['has:xyzzy', []],
      ['is:broken-links', ['projects/old.md']],
      ['has:backlinks', ['garden.md']],
      ['is:orphan recipe', ['cafe.md']],
      ['creme brulee', ['cafe.md']],
      ['cre\u0300me', ['cafe.md']],
      ['NAIVE', ['cafe.md']],
      ['\u00e9toile', ['cafe.md']],
      ['搜索', ['chinese.md']],
      ['全文', ['chinese.md']],
      ['子', ['chinese.md']],
      ['検索', ['japanese.md']],
      ['東京', ['japanese.md']],
      ['京都', ['japanese.md']],
      ['コーヒー', ['japanese.md']],
      ['メモ', ['japanese.md']],
      ['ภาษาไทย', ['thai.md']],
      ['ช่องว่าง', ['thai.md']],
      ['검색', ['korean.md']],
      ['unfindable', []],
    ]
    await vault.call('list_notes')
    for (const [query, ids] of cases)
      expect([query, [...(await find(vault, query))].sort()]).toEqual([query, [...ids].sort()])
  }))

test('a word that is excluded is left out beside operators alone', () =>
  withVault(
    {
      'x0.md': '#rare first\n',
      'x1.md': '#rare bowing\n',
      'x2.md': '# Bowing\n#rare\n',
      'x3.md': '#rare last\n',
    },
    async ({ call }) => {
      const { results, total } = await call('search_notes', { query: 'tag:rare -bowing' })
      expect(results.map(({ path }: { path: string }) => path).sort()).toEqual(['x0.md', 'x3.md'])
      expect(total).toBe(2)
    },
  ))

test('words to leave out, alone or beside operators, list what lacks them, page by page', () =>
  withVault(
    {
      'a/1.md': 'hello world\n',
      'a/2.md': 'a wide world #tag\n',
      'a/3.md': 'nothing\n',
      'b/4.md': 'nothing #tag\n',
      'b/5.md': '# Hello\n',
      'archives/6.md': 'nothing\n',
    },
    async ({ call }) => {
      const cases = [
        ['-hello', {}, ['a/2.md', 'a/3.md', 'b/4.md']],
        ['-"hello world"', {}, ['a/2.md', 'a/3.md', 'b/4.md', 'b/5.md']],
        ['-hello -"wide world"', {}, ['a/3.md', 'b/4.md']],
        ['-hello tag:tag', {}, ['a/2.md', 'b/4.md']],
        ['-hello -tag:tag', {}, ['a/3.md']],
        ['-hello path:b', { mode: 'semantic' }, ['b/4.md']],
        ['-hello', { directory: 'a' }, ['a/2.md', 'a/3.md']],
        ['-hello', { include_archived: true }, ['a/2.md', 'a/3.md', 'archives/6.md', 'b/4.md']],
        ['-hello hello', {}, []],
      ] as const
      for (const [query, args, ids] of cases) {
        const found: string[] = []
        let cursor: string | undefined
        do {
          const page = await call('search_notes', { query, ...args, limit: 1, cursor })
          expect(page.total).toBe(ids.length)
          found.push(...page.results.map(({ path }: { path: string }) => path))
          cursor = page.next_cursor
        } while (cursor !== undefined)
        expect([query, found.sort()]).toEqual([query, ids])
      }
    },
  ))

test('a missing word empties no answer, and the answer says so', () =>
  withVault(files, async (vault) => {
    const result = await vault.call('search_notes', { query: 'watering unicornword' })
    expect(column(result.results, 'id')).toEqual(['garden.md'])
    expect(result.message).toContain('some of them')
    const none = await vault.call('search_notes', { query: 'unicornword' })
    expect(none.total).toBe(0)
    expect(none.message).toContain('No note')
  }))

test('notes with every word come first, wherever in the note each of them stands', () => {
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, number) => [
      `n${number}.md`,
      number < 6 ? `alpha and beta ${number}\n` : `alpha alpha alpha ${number}\n`,
    ]),
  )
  return withVault(
    {
      ...many,
      'both.md': '---\naliases: [beta]\n---\nalpha\n',
      'head.md': '# Beta\n\nalpha\n',
      'tag.md': '#beta\n\nalpha\n',
    },
    async (vault) => {
      const result = await vault.call('search_notes', { query: 'alpha beta' })
      const ids = column(result.results, 'id')
      const complete = ['both.md', 'head.md', 'n0.md', 'n1.md', 'n2.md', 'n3.md', 'n4.md', 'n5.md', 'tag.md']
      expect(ids.slice(0, complete.length).sort()).toEqual(complete)
      expect(result.total).toBe(15)
      const relaxed = await vault.call('search_notes', { query: 'alpha beta 3' })
      expect(column(relaxed.results, 'id')[0]).toBe('n3.md')
      expect(relaxed.total).toBe(15)
      const scores = column(result.results, 'score') as number[]
      for (const score of scores) expect(score).toBeGreaterThan(0)
    },
  )
})

test('words of an unspaced script and others meet in one query', () =>
  withVault({ ...files, 'mixed.md': 'flint で検索する\n' }, async (vault) => {
    expect((await find(vault, 'flint 検索'))[0]).toBe('mixed.md')
  }))

test('a word that touches a script without spaces, or a particle of Hangul, is found and shown', () =>
  withVault(
    {
      'ja.md': 'first\n\n今日はPythonで書く\n',
      'zh.md': 'first\n\n使用Python编程\n',
      'ko.md': 'first\n\nPython을 배우다\n',
      'th.md': 'first\n\nฉันใช้Pythonเขียน\n',
      'year.md': '# Plan\n\nfirst\n\n計画は2024年まで\n',
      'Rustの本.md': 'first\n',
      'apart.md': 'first\n\n使用 Rust 编程, 저장소\n',
    },
    async (vault) => {
      const places = async (query: string) => {
        const { results } = await vault.call('search_notes', { query, mode: 'keyword' })
        return column(results, 'id').map((id, at) => `${String(id)} ${String(column(results, 'line')[at])}`)
      }
      for (const query of ['Python', '"python"', 'pyth*'])
        expect([query, (await places(query)).sort()]).toEqual([
          query,
          ['ja.md 3', 'ko.md 3', 'th.md 3', 'zh.md 3'],
        ])
      expect(await places('2024')).toEqual(['year.md 5'])
      expect(await places('Rust')).toEqual(expect.arrayContaining(['Rustの本.md 1', 'apart.md 3']))
      expect((await places('Rust编程'))[0]).toBe('apart.md 3')
      expect(await places('"Python编程"')).toEqual(['zh.md 3'])
      expect((await places('first -python')).filter((place) => !/^(?:apart|Rust|year)/.test(place))).toEqual(
        [],
      )
    },
  ))

test('the archive is left out unless it is named', () =>
  withVault(files, async (vault) => {
    expect(await find(vault, 'apple pie')).not.toContain('archives/apple.md')
    expect(await find(vault, 'pie', { include_archived: true })).toEqual(['archives/apple.md'])
    expect(await find(vault, 'pie', { directory: 'archives' })).toEqual(['archives/apple.md'])
    expect(await find(vault, 'pie', { directory: 'projects' })).toEqual([])
  }))

test('filters hold before ranking', () =>
  withVault(files, async (vault) => {
    expect(await find(vault, 'launch', { tags: ['work/done'] })).toEqual(['projects/old.md'])
    expect(await find(vault, 'plan', { type_filter: 'projects' })).toEqual(['projects/site.md'])
    expect(await find(vault, 'plan', { metadata: { owner: 'Zo\u00eb' } })).toEqual(['garden.md'])
    expect(await find(vault, 'plan', { links_to: 'garden' })).toEqual(['projects/site.md'])
    expect(await find(vault, 'plan', { until: '2001-01-01' })).toEqual([])
  }))

test('a snippet shows the words and the line of the file on which they stand', () =>
  withVault(
    {
      ...files,
      'crlf.md': '---\r\na: 1\r\n---\r\n\r\none\r\ntwo crlfword\r\n',
      'long.md': `intro\n${'x '.repeat(400)}needleword ${'y '.repeat(400)}\n`,
    },
    async ({ call }) => {
      const hit = async (query: string) => {
        const { snippet, line } = (await call('search_notes', { query })).results[0]
        return { snippet, line }
      }
      expect(await hit('spring')).toEqual({ snippet: 'Plant the old apple trees in spring.', line: 8 })
      expect(await hit('brulee')).toEqual({
        snippet: 'Cr\u00e8me br\u00fbl\u00e9e recipe, na\u00efve.',
        line: 4,
      })
      expect(await hit('crlfword')).toEqual({ snippet: 'two crlfword', line: 6 })
      expect(await hit('検索')).toMatchObject({ line: 3 })
      const long = await hit('needleword')
      expect(long.line).toBe(2)
      expect(long.snippet).toContain('needleword')
      expect(long.snippet.length).toBeLessThan(300)
    },
  ))

const syntax = fc.constantFrom(
  'AND',
  'OR',
  'NOT',
  'NEAR',
  'NEAR(',
  '"',
  '""',
  '*',
  '^',
  '(',
  ')',
  '{',
  '}',
  '+',
  '-',
  ':',
  'title :',
  '- title:',
  'tag:',
  'tag:"',
  'path:',
  '-tag:',
  'rowid',
  'notes_fts',
  'rank:',
  "'",
  "';--",
  '\0',
  '\u{1f600}',
  '\ud800',
  '\udc00',
  '\u200b',
  'ﷺ',
  'ß',
  '%',
  '_',
  '\\',
  'a*b',
  '"a',
  'b"',
  'is:',
  'has:nothing',
  'x'.repeat(5_000),
  '検',
  'ก',
  '\u0301',
  '①',
  '2024-01-02',
  'a:b:c',
  '::',
  '--',
  '…',
)
const query = fc.oneof(
  fc
    .array(fc.oneof(syntax, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 12 })
    .map((words) => words.join(' ')),
  fc.array(syntax, { maxLength: 12 }).map((words) => words.join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

const words = [
  'AND',
  'OR',
  'NOT',
  'NEAR',
  'MATCH',
  'rank',
  'rowid',
  'bm25',
  'content',
  'notes_fts',
  'delete',
  'rebuild',
]

test('every word that means something to FTS5 is a word, alone and with every mark', () =>
  withVault({ 'a.md': `${words.join(' ')} word\n` }, async ({ call }) => {
    const marks = ['', '"', '*', '^', '(', ')', ':', '-', '+', '{', ',', "'", '\0', '\u{1f600}']
    for (const word of words) {
      for (const mark of marks) {
        for (const typed of [
          `${word}${mark}`,
          `${mark}${word}`,
          `word ${word} ${mark}`,
          `${word}(${mark}word, 2)`,
        ]) {
          const result = await call('search_notes', { query: typed })
          expect([typed, result.error]).toEqual([typed, undefined])
          if (!typed.startsWith('-')) expect([typed, result.total]).toEqual([typed, 1])
        }
      }
    }
  }))

test('whatever is typed is a valid query', () =>
  withVault(files, async ({ call, log }) => {
    await call('list_notes')
    await fc.assert(
      fc.asyncProperty(query, async (typed) => {
        const result = await call('search_notes', { query: typed })
        expect(result.error).toBeUndefined()
        for (const { score } of result.results) expect(score >= 0 && score <= 1).toBe(true)
      }),
      { numRuns: times(60, 300) },
    )
    // One that took seconds would take all day in a real vault: all of them have the time of one test.
    for (const typed of [
      '',
      'a'.repeat(100_000),
      'word '.repeat(20_000),
      '"'.repeat(100_000),
      '(-'.repeat(50_000),
    ])
      expect((await call('search_notes', { query: typed })).error).toBeUndefined()
    expect(log.filter((line) => line.startsWith('error'))).toEqual([])
  }))

test('whatever a note says, its own words find it', () =>
  withVault({}, async ({ call, write }) => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 80 }), async (words) => {
        const marker = `marker${count++}`
        await write(`${marker}.md`, `${words}\n\n${marker}\n\0${words}`)
        await call('list_notes')
        expect(column((await call('search_notes', { query: marker })).results, 'id')).toEqual([
          `${marker}.md`,
        ])
      }),
      { numRuns: times(10, 30) },
    )
    expect((await call('reindex_vault', { confirm: true })).notes_indexed).toBe(count)
  }))

test('two syllables of Hangul begin a word, and a pattern that filters leave nothing to match says so', () =>
  withVault({ 'a.md': '# A\n\n서울에서 회의를 했다.\n' }, async ({ call }) => {
    for (const query of ['서울', '회의'])
      expect((await call('search_notes', { query, mode: 'keyword' })).total).toBe(1)
    const { message } = await call('search_notes', { query: '회의', mode: 'regex', tags: ['none'] })
    expect(message).toBe('No note that the filters let through has a line that matches. Case does not count.')
  }))

test('composed and decomposed spellings find each other, whatever they are written in', () => {
  const words = ['музей', 'ёлка', 'άνθρωπος', '한국어', 'がっこう', 'パン', 'آب', 'café']
  const texts = (form: 'NFC' | 'NFD') =>
    words.map((word, at) => [`${form}-${at}.md`, `first\n\n${word.normalize(form)} here\n`] as const)
  const names = words.map((word) => [`${word.normalize('NFD')}.md`, '# Titled\n'] as const)
  return withVault(Object.fromEntries([...texts('NFC'), ...texts('NFD'), ...names]), async (vault) => {
    for (const [at, word] of words.entries())
      for (const form of ['NFC', 'NFD'] as const) {
        const query = word.normalize(form)
        const found = await find(vault, query)
        expect([query, [...found].sort()]).toEqual([
          query,
          [`NFC-${at}.md`, `NFD-${at}.md`, `${word.normalize('NFD')}.md`],
        ])
        const { results } = await vault.call('search_notes', { query })
        const lines = new Map(column(results, 'id').map((id, place) => [id, column(results, 'line')[place]]))
        expect([query, lines.get(`NFC-${at}.md`), lines.get(`NFD-${at}.md`)]).toEqual([query, 3, 3])
      }
  })
})

test('the capitals of ß are SS, in every part of a word and a phrase', () =>
  withVault(
    {
      'sharp.md': 'first\n\nDie Wasserstraße ist lang.\n',
      'capitals.md': 'first\n\nDIE WASSERSTRASSE IST LANG.\n',
      'name.md': '---\naliases: [Fußweg]\n---\n# Path\n',
      'class.md': 'A class of its own.\n',
    },
    async (vault) => {
      for (const query of [
        'WASSERSTRASSE',
        'wasserstraße',
        'WASSERSTRAẞE',
        '"die wasserstrasse"',
        'wasserstra*',
      ]) {
        expect([query, [...(await find(vault, query))].sort()]).toEqual([query, ['capitals.md', 'sharp.md']])
        const { results } = await vault.call('search_notes', { query })
        expect([query, ...column(results, 'line')]).toEqual([query, 3, 3])
      }
      expect(await find(vault, 'FUSSWEG')).toEqual(['name.md'])
      expect(await find(vault, 'class')).toEqual(['class.md'])
    },
  ))
