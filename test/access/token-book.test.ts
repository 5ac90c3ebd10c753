import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TokenBook, type TokenGrant } from '../../src/access/token-book.ts'
import type { KeptTokens } from '../../src/access/stored-token.ts'
import { fileTokens } from '../../src/access/token-file.ts'
import type { TokenStore } from '../../src/access/token-store.ts'
import { column } from '../support/plain.ts'
import { withFolder } from '../support/with-folder.ts'

const all: TokenGrant = { name: 'laptop', vaults: null, folder: null, readOnly: false, expires: null }
const now = () => new Date('2026-03-01T12:00:00Z')

test('a token is found by its text, with what it may do', () =>
  withFolder({}, async (folder) => {
    const book = new TokenBook(fileTokens(join(folder, 'config')), now)
    const grant = { ...all, vaults: ['work'], folder: 'projects', readOnly: true }
    const { text, token } = await book.create(grant)
    expect(text).toMatch(/^flint_[\w-]{43}$/)
    expect(token).toMatchObject({ ...grant, created: '2026-03-01T12:00:00.000Z', lastFour: text.slice(-4) })
    expect(await book.find(text)).toEqual(token)
    expect(await book.list()).toEqual([token])
    for (const other of ['', text.slice(0, -1), `${text}x`, text.toUpperCase(), token.id, 'laptop'])
      expect(await book.find(other)).toBe(null)
  }))

test('a person and an agent have each a token of their own kind, and older files hold agents alone', () =>
  withFolder({}, async (folder) => {
    const book = new TokenBook(fileTokens(folder), now)
    const agent = await book.create(all)
    expect(await readFile(join(folder, 'tokens.json'), 'utf8')).not.toContain('person')
    const person = await book.create({ ...all, name: 'phone', person: true })
    expect([await book.find(agent.text), await book.findPerson(agent.text)]).toEqual([agent.token, null])
    expect([await book.find(person.text), await book.findPerson(person.text)]).toEqual([null, person.token])
    expect([await book.findAgain(agent.token), await book.findAgain(person.token)]).toEqual([
      agent.token,
      null,
    ])
    expect(await book.findPersonAgain(person.token)).toEqual(person.token)
    expect(await book.findPersonAgain(agent.token)).toBeNull()
    const kinds = (await new TokenBook(fileTokens(folder), now).list()).map((token) => token.person)
    expect(kinds).toEqual([false, true])
  }))

test('no two tokens are alike', () =>
  withFolder({}, async (folder) => {
    const book = new TokenBook(fileTokens(folder), now)
    const texts = new Set<string>()
    for (let index = 0; index < 20; index += 1) {
      texts.add((await book.create({ ...all, name: `n${index}` })).text)
    }
    expect(texts.size).toBe(20)
  }))

test('the file holds a hash and not the token, and only its owner may read it', () =>
  withFolder({}, async (folder) => {
    const config = join(folder, 'config')
    const { text } = await new TokenBook(fileTokens(config), now).create(all)
    const file = join(config, 'tokens.json')
    const written = await readFile(file, 'utf8')
    expect(written).not.toContain(text.slice(6, -4))
    expect(JSON.parse(written).tokens[0].sha256).toBe(createHash('sha256').update(text).digest('hex'))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    // Whoever opened it up: the next change closes it.
    await chmod(file, 0o644)
    await new TokenBook(fileTokens(config), now).create({ ...all, name: 'other' })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readdir(config)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  }))

test('a book follows what another one writes, at its next question', () =>
  withFolder({}, async (folder) => {
    const [here, there] = [new TokenBook(fileTokens(folder), now), new TokenBook(fileTokens(folder), now)]
    expect(await here.list()).toEqual([])
    for (let round = 0; round < 20; round += 1) {
      const { text, token } = await there.create(all)
      expect(await here.find(text)).toEqual(token)
      expect(await here.findAgain(token)).toEqual(token)
      await there.revoke('laptop')
      expect(await here.find(text)).toBe(null)
      expect(await here.findAgain(token)).toBeNull()
    }
  }))

test('books that change the file at once lose nothing', () =>
  withFolder({}, async (folder) => {
    const names = Array.from({ length: 20 }, (_, index) => `n${String(index).padStart(2, '0')}`)
    await Promise.all(names.map((name) => new TokenBook(fileTokens(folder), now).create({ ...all, name })))
    expect(
      column(
        (await new TokenBook(fileTokens(folder), now).list()).map((token) => ({ ...token })),
        'name',
      ).toSorted(),
    ).toEqual(names)
  }))

test('a token is void from the moment of its expiry on', () =>
  withFolder({}, async (folder) => {
    let at = now()
    const book = new TokenBook(fileTokens(folder), () => at)
    const { text, token } = await book.create({ ...all, expires: '2026-03-02T00:00:00.000Z' })
    at = new Date('2026-03-01T23:59:59.999Z')
    expect(await book.find(text)).toEqual(token)
    at = new Date('2026-03-02T00:00:00.000Z')
    expect(await book.find(text)).toBe(null)
    expect(await book.findAgain(token)).toBeNull()
  }))

test('a name is given once, and a token that is not there cannot be revoked', () =>
  withFolder({}, async (folder) => {
    const book = new TokenBook(fileTokens(folder), now)
    await book.create(all)
    await expect(book.create(all)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
    await expect(book.revoke('lptop')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      facts: { known_tokens: ['laptop'] },
    })
  }))

test('a token that is revoked is no longer valid, and no other goes with it', () =>
  withFolder({}, async (folder) => {
    const book = new TokenBook(fileTokens(folder), now)
    const [one, two, three] = [
      await book.create(all),
      await book.create({ ...all, name: 'b' }),
      await book.create({ ...all, name: 'c' }),
    ]
    expect(await book.revoke('b')).toEqual(two.token)
    expect(await book.list()).toEqual([one.token, three.token])
    expect(await Promise.all([one, two, three].map(({ token }) => book.findAgain(token)))).toEqual([
      one.token,
      null,
      three.token,
    ])
    expect(await Promise.all([one, two, three].map(({ text }) => book.find(text)))).toEqual([
      one.token,
      null,
      three.token,
    ])
    // Made again under its name it is another one.
    const again = await book.create({ ...all, name: 'b' })
    expect([await book.findAgain(two.token), await book.findAgain(again.token)]).toEqual([null, again.token])
  }))

test.each([
  ['a folder', (file: string) => mkdir(file)],
  ['a link to itself', (file: string) => symlink('tokens.json', file)],
])('a list that is %s lets nobody in, and no token is made beside it', (_what, put) =>
  withFolder({}, async (folder) => {
    const book = new TokenBook(fileTokens(folder), now)
    const { text } = await book.create(all)
    const file = join(folder, 'tokens.json')
    await rm(file)
    await put(file)
    const unreadable = { code: 'INVALID_ARGUMENT', message: expect.stringContaining('No token is valid') }
    await expect(book.find(text)).rejects.toMatchObject(unreadable)
    await expect(book.list()).rejects.toMatchObject(unreadable)
    await expect(book.create({ ...all, name: 'other' })).rejects.toMatchObject(unreadable)
  }),
)

/** A list of one token, as an agent's is written. */
const listOf = (changed: object) =>
  JSON.stringify({
    tokens: [
      {
        ...{ id: '1', name: 'a', sha256: '0'.repeat(64), vaults: null, folder: null, read_only: true },
        ...{ expires: null, created: '2026-03-01T12:00:00Z', last_four: 'abcd', ...changed },
      },
    ],
  })

test('a list that was written elsewhere is taken in every form that is meant', () =>
  withFolder({}, async (folder) => {
    for (const given of [{}, { created: '2026-03-01T13:00:00+01:00' }, { vaults: [] }, { person: true }]) {
      await writeFile(join(folder, 'tokens.json'), listOf(given))
      expect(await new TokenBook(fileTokens(folder), now).list(), JSON.stringify(given)).toHaveLength(1)
    }
  }))

test.each([
  ...['0', '0'.repeat(63), '0'.repeat(65), `x${'0'.repeat(64)}`, 'G'.repeat(64)].map((sha256) => ({
    sha256,
  })),
  ...[{ id: '' }, { name: '' }, { vaults: [''] }, { vaults: 'all' }, { folder: '' }, { read_only: 'no' }],
  ...[{ expires: 'never' }, { expires: undefined }, { created: '2026' }, { person: 1 }],
])('a token that is not as it should be (%j) makes the whole list void', (changed) =>
  withFolder({}, async (folder) => {
    await writeFile(join(folder, 'tokens.json'), listOf(changed))
    await expect(new TokenBook(fileTokens(folder), now).find('x')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    })
  }),
)

test('a list that others keep changing is given up after some attempts, and stays theirs', () =>
  withFolder({}, async (folder) => {
    const file = join(folder, 'tokens.json')
    let attempts = 0
    const changing = fileTokens(folder).change((tokens) => {
      attempts += 1
      writeFileSync(file, `{"tokens":[]}${' '.repeat(attempts)}`)
      return tokens
    })
    await expect(changing).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(attempts).toBe(10)
    expect(await readFile(file, 'utf8')).toBe(`{"tokens":[]}${' '.repeat(10)}`)
    expect(await readdir(folder)).toEqual(['tokens.json'])
  }))

test.each(['', 'nonsense', '{}', '[]', '{"tokens":[{"name":"x"}]}'])(
  'a damaged file (%j) lets nobody in, and is left as it is',
  (damage) =>
    withFolder({}, async (folder) => {
      const book = new TokenBook(fileTokens(folder), now)
      const { text } = await book.create(all)
      expect(await book.find(text)).not.toBe(null)
      await writeFile(join(folder, 'tokens.json'), damage)
      await expect(book.find(text)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
      await expect(book.find(text)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
      await expect(book.create({ ...all, name: 'other' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
      expect(await readFile(join(folder, 'tokens.json'), 'utf8')).toBe(damage)
      await rm(join(folder, 'tokens.json'))
      expect(await book.find(text)).toBe(null)
    }),
)

test('a token of which a newer flint says more is not valid, the others are, and nothing of it is lost', () =>
  withFolder({}, async (folder) => {
    const book = new TokenBook(fileTokens(folder), now)
    const [limited, other] = [await book.create(all), await book.create({ ...all, name: 'other' })]
    const file = join(folder, 'tokens.json')
    const {
      tokens: [first, ...rest],
    } = JSON.parse(await readFile(file, 'utf8'))
    const tokens = [{ ...first, hours: '9-17' }, ...rest]
    await writeFile(file, JSON.stringify({ format: 2, tokens }))
    expect([await book.find(limited.text), await book.findAgain(limited.token)]).toEqual([null, null])
    expect(await book.find(other.text)).toEqual(other.token)
    expect(await book.list()).toEqual([{ ...limited.token, isOfLaterVersion: true }, other.token])
    await expect(book.create(all)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
    await book.create({ ...all, name: 'third' })
    const written = JSON.parse(await readFile(file, 'utf8'))
    expect(written).toMatchObject({ format: 2, tokens: [...tokens, { name: 'third' }] })
    expect(Object.keys(written.tokens[0])).not.toContain('isOfLaterVersion')
    await book.revoke('laptop')
    expect((await book.list()).map(({ name }) => name)).toEqual(['other', 'third'])
  }))

test('a token that somebody revokes while the list is being changed does not come back', () =>
  withFolder({}, async (folder) => {
    const book = new TokenBook(fileTokens(folder), now)
    const lost = await book.create(all)
    const file = join(folder, 'tokens.json')
    const revoked = JSON.stringify({ tokens: [] })
    let attempts = 0
    // As a process does that has waited for the lock in vain: it was taken from who was stopped.
    await fileTokens(folder).change(({ tokens, ...rest }) => {
      attempts += 1
      if (attempts === 1) writeFileSync(file, revoked)
      return { ...rest, tokens: tokens.map((token) => ({ ...token, name: `${token.name} too` })) }
    })
    expect(attempts).toBe(2)
    expect(await book.find(lost.text)).toBe(null)
    expect(await book.list()).toEqual([])
  }))

test('a token that was found before anybody told of it is valid from then on', async () => {
  let kept: KeptTokens = { tokens: [], revoked: [] }
  const store: TokenStore = {
    // As where the notice of a change is still under way.
    mark: () => 'as before',
    mayLag: true,
    read: () => Promise.resolve(kept),
    change: (change) => {
      kept = change(kept)
      return Promise.resolve()
    },
  }
  const [here, there] = [new TokenBook(store, now), new TokenBook(store, now)]
  expect(await there.find('flint_nobody')).toBeNull()
  const { text, token } = await here.create(all)
  expect(await there.find(text)).toEqual(token)
  expect(await there.findAgain(token)).toEqual(token)
})
