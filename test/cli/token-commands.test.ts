import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SqliteQuestionBook } from '../../src/access/sqlite-question-book.ts'
import { addTwoVaults, twoFolders, withFlint } from './with-flint.ts'

test('a token is printed once, alone on standard output, and never again', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const made = await flint.run(['token', 'create', 'laptop', '--vaults', 'tours', '--read-only'])
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^flint_[\w-]{43}\n$/) })
    expect(made.stderr).toContain('The token laptop reads tours; it does not expire.')
    const token = made.stdout.trim()
    const listed = await flint.run(['token', 'list'])
    expect(listed.stdout).toContain(`…${token.slice(-4)}`)
    const revoked = await flint.run(['token', 'revoke', 'laptop'])
    expect(revoked).toMatchObject({ code: 0, stdout: expect.stringContaining('laptop is void') })
    expect(made.stderr + listed.stdout + listed.stderr + revoked.stdout).not.toContain(token)
    expect((await flint.json(['token', 'list'])).tokens).toEqual([])
    expect(await readFile(join(flint.folder, '.config/config.yml'), 'utf8')).not.toContain('token')
  }))

test('what the bearer of a token asked is not asked any more once the token is void', () =>
  withFlint({}, async ({ run, json, env }) => {
    const book = new SqliteQuestionBook(env['FLINT_DATA_DIR'] ?? '', () => new Date())
    try {
      const asked = { call: 'c', vault: 'main', tool: 'delete_note', text: 'Allow?', always: null }
      for (const name of ['laptop', 'phone']) {
        await run(['token', 'create', name])
        book.open({ ...asked, subject: name, actor: `token ${name}` })
      }
      await run(['token', 'revoke', 'laptop'])
      expect((await json(['approve'])).questions).toMatchObject([{ actor: 'token phone' }])
    } finally {
      book.close()
    }
  }))

test('a token without a vault says so', () =>
  withFlint({}, async (flint) => {
    const { stderr } = await flint.run(['token', 'create', 'none', '--vaults', ''])
    expect(stderr).toContain('reads and writes no vault;')
  }))

test('what a token may do is listed as JSON', () =>
  withFlint({ ...twoFolders, 'tours/projects/': '' }, async (flint) => {
    await addTwoVaults(flint)
    const { token, ...facts } = await flint.json([
      'token',
      'create',
      'a',
      '--folder',
      'projects/',
      '--expires',
      '2h',
    ])
    expect(facts).toMatchObject({
      name: 'a',
      vaults: 'all',
      folder: 'projects',
      read_only: false,
      has_expired: false,
      last_four: token.slice(-4),
    })
    expect(Date.parse(facts.expires) - Date.parse(facts.created)).toBe(7_200_000)
    expect((await flint.json(['token', 'list'])).tokens).toEqual([facts])
  }))

test('a token’s folder must be in one of its vaults', () =>
  withFlint({ ...twoFolders, 'ideas/projects/': '' }, async (flint) => {
    await addTwoVaults(flint)
    expect(await flint.run(['token', 'create', 'a', '--folder', 'projects'])).toMatchObject({ code: 0 })
    const args = ['token', 'create', 'b', '--folder', 'projects', '--vaults', 'tours']
    expect(await flint.run(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Make the folder'),
    })
    expect((await flint.json(['token', 'list'])).tokens).toHaveLength(1)
  }))

test.each([
  [['create', 'a', '--vaults', 'nowhere'], 3, 'no vault "nowhere"'],
  [['create', 'a', '--expires', 'soon'], 2, 'no time to come'],
  [['create', 'a', '--expires', '2001-01-01'], 2, 'no time to come'],
  [['create', 'a', '--expires', '0d'], 2, 'no time to come'],
  [['create', 'a', '--folder', '../up'], 2, 'no folder'],
  [['create', 'a', '--folder', '/etc'], 2, 'no folder'],
  [['create', 'a', '--folder', 'nowhere'], 2, 'No vault of this token has a folder "nowhere"'],
  [['create', '\u001b[2J'], 2, 'needs a name'],
  [['revoke', 'a'], 3, 'no token "a"'],
])('flint token %j is refused', (args, code, message) =>
  withFlint({}, async ({ run, json }) => {
    const ended = await run(['token', ...args])
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' })
    expect(ended.stderr).toContain(message)
    expect((await json(['token', 'list'])).tokens).toEqual([])
  }),
)

test.each(['list', 'create new', 'revoke laptop'])('flint token %s with a damaged list', (command) =>
  withFlint({}, async ({ run, folder }) => {
    await run(['token', 'create', 'laptop'])
    const file = join(folder, '.config/tokens.json')
    await writeFile(file, '{"tokens": [')
    const ended = await run(['token', ...command.split(' ')])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain('tokens.json')
    expect(ended.stderr).toContain('is damaged')
    expect(ended.stderr).toMatch(/flint config path[^]*remove it and make the tokens again/)
    expect(await readFile(file, 'utf8')).toBe('{"tokens": [')
    // One that cannot be read at all is told the same way.
    await rm(file)
    await mkdir(file)
    const unread = await run(['token', ...command.split(' ')])
    expect(unread).toMatchObject({ code: 2, stdout: '' })
    expect(unread.stderr).toContain('tokens.json` cannot be read (EISDIR)')
    expect(unread.stderr).not.toContain(folder)
  }),
)

test('who takes a vault off the list, or uses its id again, is told of the tokens that name it', () =>
  withFlint({ ...twoFolders, 'other/o.md': '# Other\n' }, async (flint) => {
    await addTwoVaults(flint)
    const { run, json, folder } = flint
    await run(['token', 'create', 'some', '--vaults', 'tours'])
    expect((await run(['remove', 'tours'])).stdout).toContain(
      'Tokens that name it: some. They open nothing by it now, nor another folder that gets the id tours.',
    )
    expect((await run(['token', 'list'])).stdout).toContain('tours (not there)')
    expect((await run(['create', 'tours', 'Other', join(folder, 'other')])).stdout).toContain(
      'Tokens that name tours, but another folder by it, and do not open this one: some.',
    )
    expect((await json(['token', 'list'])).tokens).toMatchObject([
      { vaults: ['tours'], not_there: ['tours'] },
    ])
    await run(['remove', 'tours'])
    expect((await run(['create', 'tours', 'Tours', join(folder, 'tours')])).stdout).toContain(
      'Tokens that name tours and open it now: some.',
    )
    expect((await json(['token', 'list'])).tokens[0]).not.toHaveProperty('not_there')
  }))

test('a token of an earlier flint learns which folder its id stood for when that is taken off the list', () =>
  withFlint({ ...twoFolders, 'other/o.md': '# Other\n' }, async (flint) => {
    await addTwoVaults(flint)
    const { run, folder } = flint
    await run(['token', 'create', 'old', '--vaults', 'tours'])
    const file = join(folder, '.config/tokens.json')
    const { tokens } = JSON.parse(await readFile(file, 'utf8'))
    const { places, ...old } = tokens[0]
    expect(places).toHaveLength(1)
    await writeFile(file, JSON.stringify({ tokens: [old] }))
    await run(['remove', 'tours'])
    expect(JSON.parse(await readFile(file, 'utf8')).tokens).toEqual([{ ...old, places }])
    expect((await run(['create', 'tours', 'Other', join(folder, 'other')])).stdout).toContain(
      'do not open this one: old.',
    )
  }))

test('a vault is made, and stays on the list, while the tokens cannot be read, and both are said', () =>
  withFlint({ ...twoFolders, 'other/o.md': '# Other\n' }, async (flint) => {
    await addTwoVaults(flint)
    const { run, folder } = flint
    await writeFile(join(folder, '.config/tokens.json'), '{"tokens": [')
    const made = await run(['create', 'other', 'Other', join(folder, 'other')])
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Which tokens name other is not known. `tokens.json` is damaged'),
    })
    const removed = await run(['remove', 'other'])
    expect(removed).toMatchObject({ code: 2, stderr: expect.stringContaining('`tokens.json` is damaged') })
    expect((await run(['list'])).stdout).toContain('other')
  }))

test('who uses the id again that a rule for an identity provider names is told so', () =>
  withFlint(twoFolders, async ({ run, folder }) => {
    const rules = [{ when: { groups: 'editors' }, vaults: ['tours'] }]
    const oauth = { issuer: 'https://id.example.com', resource: 'https://notes.example.com/mcp', rules }
    await mkdir(join(folder, '.config'))
    await writeFile(join(folder, '.config/config.yml'), JSON.stringify({ mcp_server: { oauth } }))
    const made = await run(['create', 'tours', 'Tours', join(folder, 'tours')])
    expect(made.stdout).toContain(
      'A rule of mcp_server.oauth names tours: whoever it fits reaches this vault now.',
    )
  }))
