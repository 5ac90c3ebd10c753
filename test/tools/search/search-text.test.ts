import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runRipgrep } from '../../../src/vault/run-ripgrep.ts'
import { searchText } from '../../../src/vault/search-lines.ts'
import { callTool } from '../../../src/call/call-tool.ts'
import { allTools } from '../../../src/tools/index.ts'
import { column } from '../../support/plain.ts'
import { withFolder } from '../../support/with-folder.ts'
import { withVault, withVaults } from '../../support/with-vault.ts'

const files = {
  'one.md': '---\ntitle: One\n---\nAlpha line\nsecond\nalpha again, Alpha twice\nfourth\nfifth\n',
  'devlog/two.md': 'Größe alpha\r\nnext\r\n',
  'sub/devlog/three.md': 'alpha (x+y)*2 $5.00 [a]\n',
  'archives/old.md': 'alpha of old\n',
  'board.canvas': '{"alpha": 1}\n',
  '_description.md': 'alpha of the type\n',
  'devlog/_description.md': 'alpha of the type\n',
  '.hidden/secret.md': 'alpha\n',
  '.hidden.md': 'alpha\n',
  'node_modules/pack/readme.md': 'alpha\n',
  'other/.flint-note/config.yml': '{}\n',
  'other/theirs.md': 'alpha\n',
  '.gitignore': 'one.md\n',
  '.ignore': 'one.md\n',
  'left/out.md': 'alpha\n',
  'left/globbed-1.md': 'alpha\n',
  '.flint-note/config.yml': 'index: {ignore: [left/out.md, "left/glob*"]}\n',
}

test('lines come with their path, number, text and where they match', () =>
  withVault(files, async ({ call }) => {
    const result = await call('search_text', { pattern: 'alpha', case_sensitive: true })
    expect(result).toMatchObject({ total: 3, has_more: false, vault: { id: 'main' } })
    expect(result.results).toEqual([
      {
        path: 'devlog/two.md',
        line: 1,
        text: 'Größe alpha',
        submatches: [{ start: 6, end: 11, text: 'alpha' }],
      },
      {
        path: 'one.md',
        line: 6,
        text: 'alpha again, Alpha twice',
        submatches: [{ start: 0, end: 5, text: 'alpha' }],
      },
      {
        path: 'sub/devlog/three.md',
        line: 1,
        text: 'alpha (x+y)*2 $5.00 [a]',
        submatches: [{ start: 0, end: 5, text: 'alpha' }],
      },
    ])
    const any = await call('search_text', { pattern: 'alpha' })
    expect(column(any.results, 'line')).toEqual([1, 4, 6, 1])
    expect(any.results[2].submatches).toHaveLength(2)
  }))

test('only files of the vault are looked into: no hidden, ignored or archived ones, no other vault', async () =>
  withVault(files, async ({ call, at }) => {
    await symlink(dirname(at('')), at('loop')).catch(() => undefined)
    const { results } = await call('search_text', { pattern: 'alpha', limit: 100 })
    expect([...new Set(column(results, 'path'))]).toEqual(['devlog/two.md', 'one.md', 'sub/devlog/three.md'])
  }))

test('path_filter takes a file, a folder or a glob, wherever it lies, and names the archive and other kinds of files', () =>
  withVault(files, async ({ call }) => {
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['devlog', ['devlog/two.md']],
      ['devlog/', ['devlog/two.md']],
      ['./devlog/two.md', ['devlog/two.md']],
      ['devlog/*.md', ['devlog/two.md', 'sub/devlog/three.md']],
      ['/devlog/*.md', ['devlog/two.md']],
      ['**/devlog/**', ['devlog/two.md', 'sub/devlog/three.md']],
      ['{one,none}.md', ['one.md']],
      ['archives', ['archives/old.md']],
      ['archives/*.md', ['archives/old.md']],
      ['*.canvas', ['board.canvas']],
      ['board.canvas', ['board.canvas']],
      ['.hidden', []],
      ['.hidden/*.md', []],
      ['**/.*', []],
      ['other', []],
      ['left/**', []],
      ['_description.md', []],
      ['../**', []],
      ['nothing', []],
      ['!one.md', []],
      ['-x', []],
    ]
    for (const [path_filter, expected] of cases) {
      const { results, error } = await call('search_text', { pattern: 'alpha', path_filter })
      expect([path_filter, error, [...new Set(column(results, 'path'))]]).toEqual([
        path_filter,
        undefined,
        expected,
      ])
    }
    const bad = await call('search_text', { pattern: 'alpha', path_filter: '[z-a]*' })
    expect(bad.error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('path_filter'),
    })
  }))

test('path_filter finds names in either Unicode form', () => {
  const files = { 'Größe/Tür.md': 'alpha\n', '한글/회의.md': 'alpha\n', 'Grosse/Tor.md': 'alpha\n' }
  const apart = Object.entries(files).map(([path, text]) => [path.normalize('NFD'), text])
  return withVault(Object.fromEntries(apart), async ({ call }) => {
    const [größe, 한글] = ['Größe/Tür.md', '한글/회의.md'].map((path) => path.normalize('NFD'))
    for (const [path_filter, path] of [
      ['Größe', größe],
      ['Größe/Tür.md', größe],
      ['Größe/**', größe],
      ['T[äü]r.md', größe],
      ['{Größe,Länge}/*', größe],
      ['한글', 한글],
      ['회*.md', 한글],
      ['회*.md'.normalize('NFD'), 한글],
    ]) {
      const { results, error } = await call('search_text', { pattern: 'alpha', path_filter })
      expect([path_filter, error, column(results, 'path')]).toEqual([path_filter, undefined, [path]])
    }
  })
})

test('lines around a match are shown when asked for', () =>
  withVault(files, async ({ call }) => {
    const { results } = await call('search_text', { pattern: 'again', context: 2 })
    expect(results).toEqual([
      expect.objectContaining({ line: 6, before: ['Alpha line', 'second'], after: ['fourth', 'fifth'] }),
    ])
    const near = await call('search_text', { pattern: 'second|again', context: 1 })
    expect(
      near.results.map(({ before, after }: { before: string[]; after: string[] }) => [before, after]),
    ).toEqual([
      [['Alpha line'], ['alpha again, Alpha twice']],
      [['second'], ['fourth']],
    ])
  }))

test('fixed text is taken as it is, and no pattern is taken for an option or a command', () =>
  withVault(files, async ({ call }) => {
    const hits = async (pattern: string, fixed: boolean) => {
      const result = await call('search_text', { pattern, fixed })
      expect(result.error).toBeUndefined()
      return result.total
    }
    expect(await hits('(x+y)*2 $5.00 [a]', true)).toBe(1)
    expect(await hits('^(x+y)*2', false)).toBe(0)
    for (const pattern of [
      '--files',
      '-e',
      '--pre=touch',
      '; touch pwned',
      '$(touch pwned)',
      '"',
      "'",
      '🙂',
    ]) {
      expect(await hits(pattern, true)).toBe(0)
      expect(await hits(pattern, false)).toBe(0)
    }
  }))

test("a pattern that cannot be read is an error with ripgrep's reason", () =>
  withVault(files, async ({ call }) => {
    for (const pattern of [
      '(open',
      '[z',
      'a{2,1}',
      '\\p{Nope}',
      '(?<name',
      'a\\nb',
      '(?=ahead)',
      '(a{1000}){1000}',
    ]) {
      const { error } = await call('search_text', { pattern })
      expect([pattern, error?.code]).toEqual([pattern, 'INVALID_ARGUMENT'])
      expect(error.message.length).toBeGreaterThan(30)
      expect(error.hint).toContain('fixed')
    }
    for (const pattern of ['a\nb', 'a\0', '\r']) {
      expect((await call('search_text', { pattern, fixed: true })).error.code).toBe('INVALID_ARGUMENT')
    }
  }))

test('pages follow one another; very many lines are counted to a bound; long lines are cut around the match', () =>
  withVault(
    {
      'many.md': 'needle\n'.repeat(6_000),
      'long.md': `${'x'.repeat(200_000)}🙂thread${'y'.repeat(200_000)}\n`,
      'bytes.md': Buffer.from([0x61, 0xff, 0x20, 0x72, 0x61, 0x77, 0x0a]),
    },
    async ({ call }) => {
      const first = await call('search_text', { pattern: 'needle', limit: 2 })
      expect(first).toMatchObject({ total: 5_000, has_more: true, message: expect.stringContaining('5000') })
      const second = await call('search_text', { pattern: 'needle', limit: 2, cursor: first.next_cursor })
      expect(column(second.results, 'line')).toEqual([3, 4])
      const [long] = (await call('search_text', { pattern: 'thread' })).results
      expect(long.text.length).toBeLessThan(310)
      const [{ start, end }] = long.submatches
      expect(long.text.slice(start, end)).toBe('thread')
      expect((await call('search_text', { pattern: 'raw' })).results[0]).toMatchObject({
        path: 'bytes.md',
        line: 1,
      })
    },
  ))

test('several vaults are searched at once, each line with its vault', () =>
  withVaults({ a: { 'a.md': 'word\n' }, b: { 'b.md': 'word\n' } }, async ({ call }) => {
    const result = await call('search_text', { pattern: 'word', vault_id: '*' })
    expect(column(result.results, 'vault_id')).toEqual(['a', 'b'])
    expect(result.total).toBe(2)
  }))

test('of several vaults it is told when there is more in any of them', () =>
  withVaults({ a: { 'a.md': 'word\n' }, b: { 'b.md': 'word\n'.repeat(5_001) } }, async ({ call }) => {
    const { message } = await call('search_text', { pattern: 'word', vault_id: '*' })
    expect(message).toContain('More than 5000 lines')
  }))

const ignore = () => undefined

test('when the time is over the program is gone and what was found stands', () =>
  withVault({ 'a.md': 'word\n' }, async ({ hub }) => {
    const context = {
      vaults: hub,
      session: { id: 'test' },
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      now: () => new Date(),
      signal: AbortSignal.abort(),
      strictOutput: true,
    }
    const { structuredContent } = await callTool(allTools, 'search_text', { pattern: 'word' }, context)
    expect(JSON.stringify(structuredContent)).toMatch(/stopped|cancelled/)
    const processes = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' }).split('\n')
    expect(
      processes.filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes('ripgrep')),
    ).toEqual([])
  }))

test('a ripgrep that cannot be started is an error that says so, not an empty answer', () =>
  withVault({ 'a.md': 'word\n' }, async ({ folder, at }) => {
    const signal = new AbortController().signal
    const run = { root: folder, places: ['.'], args: [], pattern: 'x', ifBad: '', signal }
    const started = (program: string) => runRipgrep({ ...run, program }).next()
    await expect(started(at('no-such-program'))).rejects.toMatchObject({
      code: 'QUERY_REJECTED',
      message: 'ripgrep, which searches by pattern, cannot be started (ENOENT).',
      facts: { hint: expect.arrayContaining([expect.stringContaining('Install flint-note again.')]) },
    })
    await expect(started(at('a.md'))).rejects.toMatchObject({
      code: 'QUERY_REJECTED',
      message: expect.stringContaining('EACCES'),
    })
  }))

test.each([1, 900])('files come in path order, with their %i lines in theirs', (times) =>
  withVault(
    Object.fromEntries(
      ['b.md', 'a/z.md', 'a/b/c.md', 'a.md', 'a b.md', 'a-1.md', 'B.md', 'é.md', 'ab/a.md', 'a/B.md'].map(
        (path) => [path, Array.from({ length: times }, (_, at) => `word ${at}\n`).join('')],
      ),
    ),
    async ({ at }) => {
      const signal = new AbortController().signal
      const run = {
        root: at('.'),
        places: ['.'],
        args: ['--glob', '*.md'],
        pattern: '^word',
        ifBad: '',
        signal,
      }
      const found: string[] = []
      for await (const { data } of runRipgrep(run))
        if (data.line_number === 1) found.push(data.path)
        else expect(data.path).toBe(found.at(-1))
      const order = ['B', 'a/B', 'a/b/c', 'a/z', 'a b', 'a-1', 'a', 'ab/a', 'b', 'é']
      expect(found).toEqual(order.map((name) => `./${name}.md`))
    },
  ),
)

test('a ripgrep that is killed is an error that says so', () =>
  withVault({ 'a.md': 'word\n' }, async ({ folder, at }) => {
    const program = at('killed.sh')
    await writeFile(program, '#!/bin/sh\nkill -9 $$\n', { mode: 0o700 })
    const signal = new AbortController().signal
    const run = runRipgrep({
      root: folder,
      places: ['.'],
      args: [],
      pattern: 'x',
      ifBad: '',
      signal,
      program,
    })
    await expect(run.next()).rejects.toMatchObject({
      code: 'QUERY_REJECTED',
      message: 'ripgrep was killed before it was done (SIGKILL).',
    })
  }))

test('a line of a note from outside says so', () =>
  withVault(
    {
      'a.md': '---\nsource_type: ingested\n---\nalpha\n',
      'b.md': '---\nuntrusted: true\n---\nalpha\nalpha\n',
      'c.md': 'alpha\n',
    },
    async ({ call }) => {
      const { results } = await call('search_text', { pattern: 'alpha' })
      expect(column(results, 'untrusted')).toEqual([true, true, true, undefined])
    },
  ))

test('the archive is looked into where a filter names it at any depth', () =>
  withVault({ 'archives/o.md': 'foo\n', 'a.md': 'foo\n' }, async ({ call }) => {
    for (const path_filter of ['archives/*.md', '**/archives/**', 'archives'])
      expect((await call('search_text', { pattern: 'foo', path_filter })).total).toBe(1)
  }))

test('a path_filter at which there is no file is told, with the name that is meant', () =>
  withVault({ 'Work/a.md': 'alpha\n', 'b/c.md': 'alpha\n' }, async ({ call }) => {
    const said = async (path_filter: string, pattern = 'alpha') =>
      (await call('search_text', { pattern, path_filter })).message
    expect(await said('work')).toBe('No file here is at the path_filter "work", but "Work".')
    expect(await said('nosuch')).toBe('No file here is at the path_filter "nosuch".')
    expect(await said('!b/**')).toContain('nothing is left out with "!"')
    expect(await said('nosuch/*.md')).toBe('No file here is at the path_filter "nosuch/*.md".')
    expect(await said('Work', 'beta')).toBeUndefined()
    expect(await said('Work')).toBeUndefined()
  }))

test('a line with a picture in it, where a pattern finds a million places, is found', () =>
  withVault(
    { 'pic.md': `one\n![](data:image/png;base64,${'aB3x'.repeat(250_000)}) end\ntwo\n` },
    async ({ call }) => {
      const { results, total } = await call('search_text', { pattern: '[a-z]' })
      expect(column(results, 'line')).toEqual([1, 2, 3])
      expect(total).toBe(3)
      const found = await call('search_notes', { query: '[a-z]', mode: 'regex' })
      expect(column(found.results, 'id')).toEqual(['pic.md'])
      const none = await call('search_text', { pattern: 'nowhere', path_filter: 'pic.md' })
      expect(none).toMatchObject({ total: 0 })
      expect(none.message).toBeUndefined()
    },
  ))

test('a file with a line of any length, and an empty one, is there whatever is searched in it', () =>
  withVault({ 'long.md': 'a'.repeat(900_000), 'empty.md': '' }, async ({ call }) => {
    for (const path_filter of ['long.md', 'empty.md'])
      expect(await call('search_text', { pattern: 'zqzq', path_filter })).toEqual({
        ...{ results: [], total: 0, has_more: false, vault: expect.anything() },
      })
    expect((await call('search_text', { pattern: 'a' })).total).toBe(1)
  }))

test('a file with a matching line that is too long to be read is named', () =>
  withFolder({}, async (folder) => {
    const program = join(folder, 'long.sh')
    const begin = '{"type":"begin","data":{"path":{"text":"./a.md"}}}'
    const line = `head -c 30000001 /dev/zero | tr '\\0' a`
    await writeFile(program, `#!/bin/sh\necho '${begin}'\n${line}\n`, { mode: 0o700 })
    const named: string[] = []
    const onTooLong = (path: string) => named.push(path)
    const { signal } = new AbortController()
    const run = { root: folder, places: ['.'], args: [], pattern: 'x', ifBad: '', signal, program, onTooLong }
    expect(await listed(runRipgrep(run))).toEqual([])
    expect(named).toEqual(['./a.md'])
  }))

async function listed<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

test('what a ripgrep that is killed has printed of a line is not read', () =>
  withVault({ 'a.md': 'word\n' }, async ({ folder, at }) => {
    const program = at('cut.sh')
    await writeFile(program, `#!/bin/sh\nprintf '{"type":"ma'\nkill -9 $$\n`, { mode: 0o700 })
    const { signal } = new AbortController()
    const run = { root: folder, places: ['.'], args: [], pattern: 'x', ifBad: '', signal, program }
    await expect(listed(runRipgrep(run))).rejects.toMatchObject({
      code: 'QUERY_REJECTED',
      message: 'ripgrep was killed before it was done (SIGKILL).',
    })
  }))

test('what lies outside the folder of a caller is not looked into, nor what a link leads to', () =>
  withVaults(
    {
      main: {
        'sub/in.md': 'alpha\n',
        'x/out.md': 'alpha\n',
        'archives/sub/old.md': 'alpha\n',
        '.flint-note/trash/sub/gone.md': 'alpha\n',
      },
    },
    async ({ hub, folder }) => {
      await symlink('x', join(folder, 'main/link'))
      const vault = await hub.open((await hub.find('main')).id)
      const asked = { pattern: 'alpha', isCaseSensitive: true, isFixed: true, context: 0, ifBad: '' }
      const program = join(folder, 'told.sh')
      const told = join(folder, 'told')
      await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$@" >> '${told}'\n`, { mode: 0o700 })
      const { signal } = new AbortController()
      const look = async (within: string, more: object = {}) => {
        const query = { ...asked, ...more, signal }
        return (
          await listed(searchText(vault.view({ within: { folders: [within], by: ['token'] } }), query))
        ).map(({ path }) => path)
      }
      expect(await look('sub')).toEqual(['sub/in.md'])
      expect(await look('sub', { withArchive: true })).toEqual(['archives/sub/old.md', 'sub/in.md'])
      expect(await look('sub', { pathFilter: 'archives/sub' })).toEqual(['archives/sub/old.md'])
      expect(await look('link')).toEqual([])
      await look('link', { program })
      expect(existsSync(told)).toBe(false)
      await look('sub', { program, pathFilter: 'x/out.md' })
      const given = await readFile(told, 'utf8')
      expect(given.split('\n').slice(-3)).toEqual(['alpha', './sub', ''])
    },
  ))
