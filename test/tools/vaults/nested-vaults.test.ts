import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callTool } from '../../../src/call/call-tool.ts'
import { Consent } from '../../../src/call/consent.ts'
import { narrowVaults } from '../../../src/call/narrow-vaults.ts'
import { serveScope } from '../../../src/cli/serve-scope.ts'
import type { VaultAccess } from '../../../src/registry/vault-access.ts'
import { allTools } from '../../../src/tools/index.ts'
import type { Answer, Question } from '../../../src/call/question.ts'
import { hashFiles } from '../../support/hash-files.ts'
import { until } from '../../support/until.ts'
import { type Files, type Json, type Vaults, withVaults } from '../../support/with-vault.ts'
import { toyContext } from '../toy-tools.ts'

const config = (permissions: string): Files => ({ '.flint-note/config.yml': `permissions: ${permissions}\n` })
const deny = config('{ write: deny }')
const ask = config('{ write: ask }')
const allow = config('{ write: allow, destructive: allow }')

interface Asked extends Vaults {
  readonly questions: readonly Question[]
  readonly asked: (tool: string, args: object) => Promise<Json>
}

/** A caller whose user gives these answers; null where nobody can be asked. */
async function withUser(
  vaults: Readonly<Record<string, Files>>,
  answers: readonly Answer[] | null,
  use: (asked: Asked) => Promise<void>,
  access: (own: Vaults) => VaultAccess = ({ hub }) => hub,
): Promise<void> {
  await withVaults(vaults, async (own) => {
    const questions: Question[] = []
    const left = [...(answers ?? [])]
    const session = { id: 'test', consent: new Consent() }
    const asked = async (tool: string, args: object) => {
      const result = await callTool(allTools, tool, args, {
        ...toyContext(),
        vaults: access(own),
        session,
        ...(answers !== null && {
          ask: (question: Question) => {
            questions.push(question)
            return Promise.resolve(left.shift() ?? 'denied')
          },
        }),
      })
      return JSON.parse(result.text)
    }
    await use({ ...own, questions, asked })
  })
}

/** `withUser` as a server has it that was started in a folder of the vault `outer`. */
const startedIn = (cwd: string, answers: readonly Answer[] | null, use: (asked: Asked) => Promise<void>) =>
  withUser(
    { outer: { ...config('{ scope: working_directory }'), 'in/a.md': 'A [[s]]\n', 'out/s.md': 'S\n' } },
    answers,
    use,
    (own) => {
      const scoped = { scope: null, cwd: join(own.folder, cwd) }
      return narrowVaults(own.hub, { within: (vault) => serveScope(vault, scoped), mayManage: true })
    },
  )

const inner = (path: string) => ({ vault_id: 'inner', name: 'Inner', path })

test('in the folder of a vault that may not be written no vault is made and none adopted', () =>
  withUser({ outer: { ...deny, 'sub/a.md': 'A\n' } }, ['once'], async ({ call, asked, at, questions }) => {
    const before = await hashFiles(at(''))
    for (const path of [at('new'), at('sub'), at('sub/deep')]) {
      for (const create of [call, asked])
        expect((await create('create_vault', inner(path))).error).toMatchObject({
          code: 'PERMISSION_DENIED',
          message:
            'create_vault is not allowed in the folder of a vault that may not be written. Its permissions.write is deny.',
          permission: 'permissions.write',
          hint: expect.stringMatching(
            /to allow it in (\.\.\/){1,2}\.flint-note\/config\.yml \(from the folder of the new one\)\.$/,
          ),
        })
    }
    expect(questions).toEqual([])
    expect(await hashFiles(at(''))).toEqual(before)
    expect((await call('append_to_note', { identifier: 'sub/a.md', content: 'x' })).error.code).toBe(
      'PERMISSION_DENIED',
    )
  }))

test('in the folder of a vault that asks before each change its user is asked', () =>
  withUser({ outer: ask }, ['denied', 'once'], async ({ call, asked, at, questions }) => {
    const path = at('new')
    expect((await call('create_vault', inner(path))).error).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    expect((await asked('create_vault', inner(path))).error).toMatchObject({
      code: 'PERMISSION_DENIED',
      answer: 'denied',
    })
    expect(Object.keys(await hashFiles(at('')))).not.toContain('new/')
    expect((await asked('create_vault', inner(path))).error).toBeUndefined()
    expect(questions.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Allow create_vault to make a vault of .*new\?\n\nIt lies in the folder of a vault that asks/,
      ),
      expect.any(String),
    ])
  }))

test.each([
  ['outer/in', 'new'],
  ['outer/in', 'out'],
  ['outer/in', 'in/../out/deep'],
  ['outer/in/sub', 'in'],
  ['config', 'in/new'],
])('a server started in %s makes no vault at outer/%s that nobody was asked about', (cwd, path) =>
  startedIn(cwd, null, async ({ asked, at, folder, call }) => {
    await mkdir(join(folder, 'outer/in/sub'), { recursive: true })
    const before = await hashFiles(at(''))
    const { error } = await asked('create_vault', inner(at(path)))
    expect(error).toMatchObject({
      code: 'PERMISSION_DENIED',
      message: 'That lies outside what this server may use. Nothing was read or changed.',
      hint: expect.stringMatching(
        /What limits this is permissions\.scope in (\.\.\/){1,2}\.flint-note\/config\.yml \(the settings of a vault around this one\), which allows the folder that the server was started in\.$/,
      ),
    })
    expect(await hashFiles(at(''))).toEqual(before)
    expect((await call('check_vault_health', {})).counts.broken_links).toBe(0)
  }),
)

test('where a server has the folder nobody is asked about a vault in it; elsewhere the owner is', () =>
  startedIn('outer/in', ['denied', 'once'], async ({ asked, at, questions }) => {
    const made = await asked('create_vault', inner(at('in/new')))
    expect(made.error).toBeUndefined()
    const note = { vault_id: 'inner', title: 'Mine' }
    expect((await asked('create_note', note)).error).toBeUndefined()
    expect(questions).toEqual([])
    const other = { ...inner(at('out')), vault_id: 'other' }
    expect((await asked('create_vault', other)).error).toMatchObject({ answer: 'denied' })
    expect((await asked('create_vault', other)).error).toBeUndefined()
    expect(questions.map(({ text }) => text)).toEqual([
      expect.stringContaining('outside what this server may use'),
      expect.any(String),
    ])
    // That there is such a vault lets nobody read it.
    expect((await asked('get_note', { vault_id: 'other', identifier: 's.md' })).error.code).toBe(
      'PERMISSION_DENIED',
    )
  }))

test('a vault in the folder of others has at most what each of them allows, and what they say counts at once', () =>
  withVaults({ outer: deny }, async ({ call, folder, write }) => {
    await write('mid/.flint-note/config.yml', 'permissions: { write: ask, destructive: deny }\n')
    await write('mid/inner/.flint-note/config.yml', allow['.flint-note/config.yml'] ?? '')
    await write('mid/inner/a.md', 'A\n')
    const entry = (path: string) => ({ name: path, path: join(folder, path) })
    await writeFile(
      join(folder, 'config/config.yml'),
      JSON.stringify({ vaults: { outer: entry('outer'), inner: entry('outer/mid/inner') } }),
    )
    const note = { vault_id: 'inner', identifier: 'a.md' }
    const append = () => call('append_to_note', { ...note, content: 'x' })
    const remove = () => call('delete_note', { ...note, confirm: true })
    /** What was said a moment ago counts a moment later. */
    const expectSoon = async (what: () => Promise<Json>, code: string | undefined) => {
      await until(`${code}`, async () => (await what()).error?.code === code)
    }
    const around = (file: string) =>
      `The vault's owner can allow it in ${file} (the settings of a vault around this one).`
    expect((await append()).error).toMatchObject({
      code: 'PERMISSION_DENIED',
      permission: 'permissions.write',
      hint: around('../../.flint-note/config.yml'),
    })
    await write('.flint-note/config.yml', '{}\n')
    await expectSoon(append, 'CONFIRMATION_REQUIRED')
    await write('mid/.flint-note/config.yml', 'permissions: { destructive: deny }\n')
    await expectSoon(append, undefined)
    await expectSoon(remove, 'PERMISSION_DENIED')
    expect((await remove()).error.hint).toBe(around('../.flint-note/config.yml'))
    await write('.flint-note/config.yml', 'permissions: [\n')
    await expectSoon(append, 'PERMISSION_DENIED')
    const { message } = (await append()).error
    expect(message).toContain('The vault lies in another one. ../../.flint-note/config.yml: ')
    expect((await call('get_note', note)).content).toContain('A\n')
    await write('.flint-note/config.yml', '{}\n')
    await write('mid/.flint-note/config.yml', '{}\n')
    await expectSoon(append, undefined)
    expect((await call('delete_note', note)).error).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    expect((await remove()).error).toBeUndefined()
  }))

test('who is asked reads which of the settings say so: its own, or those of a vault around it', () =>
  withUser({ outer: ask, own: config('{ destructive: ask }') }, [], async ({ asked, folder, write }) => {
    const hint = async (vault_id: string, tool: string, args: object = {}) =>
      (await asked(tool, { vault_id, identifier: 'a.md', ...args })).error.hint
    await write('inner/.flint-note/config.yml', 'permissions: { destructive: ask }\n')
    await write('inner/a.md', 'A\n')
    await writeFile(join(folder, 'own/a.md'), 'A\n')
    const entry = (path: string) => ({ name: path, path: join(folder, path) })
    const vaults = { outer: entry('outer'), inner: entry('outer/inner'), own: entry('own') }
    await writeFile(join(folder, 'config/config.yml'), JSON.stringify({ vaults }))
    const set = (file: string) => expect.stringMatching(new RegExp(`can set permissions in ${file}\\.$`))
    const around = set('\\.\\./\\.flint-note/config\\.yml \\(the settings of a vault around this one\\)')
    expect(await hint('inner', 'append_to_note', { content: 'x' })).toEqual(around)
    expect(await hint('inner', 'delete_note')).toEqual(around)
    expect(await hint('own', 'delete_note')).toEqual(set('\\.flint-note/config\\.yml'))
  }))

test('a vault beside others keeps its own permissions, whatever its folder is called', () =>
  withVaults({ one: deny, 'one-more': allow }, async ({ call }) => {
    const vault_id = 'one-more'
    expect((await call('create_note', { vault_id, path: 'a.md', title: 'A' })).error).toBeUndefined()
    expect((await call('delete_note', { vault_id, identifier: 'a.md' })).error).toBeUndefined()
  }))

test('settings of a folder that would count from then on are for the user to accept', () =>
  withUser({ own: {} }, ['denied', 'once'], async ({ call, asked, folder, questions }) => {
    const path = join(folder, 'clone')
    await mkdir(join(path, '.flint-note'), { recursive: true })
    await writeFile(
      join(path, '.flint-note/config.yml'),
      'index: { path: /elsewhere }\npermissions: { destructive: allow }\n',
    )
    const refused = await call('create_vault', inner(path))
    expect(refused.error).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    expect(refused.error.message).toContain('`permissions.destructive` is "allow", which counts only once')
    expect((await asked('create_vault', inner(path))).error.code).toBe('PERMISSION_DENIED')
    expect((await call('list_vaults')).vaults).toHaveLength(1)
    expect((await asked('create_vault', inner(path))).error).toBeUndefined()
    expect(questions[1]?.text).toContain(
      '\n- .flint-note/config.yml: `index.path` is "/elsewhere", which counts only',
    )
  }))
