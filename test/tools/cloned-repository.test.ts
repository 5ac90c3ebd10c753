import { execFile } from 'node:child_process'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createHub } from '../../src/registry/vault-hub.ts'
import { callTool } from '../../src/call/call-tool.ts'
import { dialectNames } from '../../src/dialects/dialect-names.ts'
import { loadDialect } from '../../src/dialects/load-dialect.ts'
import { allTools } from '../../src/tools/index.ts'
import type { Tool } from '../../src/call/tool.ts'
import { openVault } from '../../src/vault/open-vault.ts'
import { hashFiles } from '../support/hash-files.ts'
import { lines } from '../support/lines.ts'
import { withFolder } from '../support/with-folder.ts'
import type { Json } from '../support/with-vault.ts'
import { right } from './right-calls.ts'
import { sampleVault } from './sample-vault.ts'

const run = promisify(execFile)
const hook = '#!/bin/sh\ntouch "$RAN"\n'
/** A word that only files outside the clone, and hidden ones in it, have. */
const secret = 'zanzibar'
const telling = /zanzibar|INTERNAL_ERROR/

/** What somebody commits who wants the tools of whoever clones it to act for him. */
const evilFiles = {
  'files/pre-commit': hook,
  'files/hooks/pre-commit': hook,
  '.obsidian/plugins/p/main.js': `// ${secret}\n`,
  '.obsidian/daily-notes.json': '{"folder":".git/hooks","format":"[pre-commit]"}',
  '.obsidian/templates.json': '{"folder":".git"}',
  '.flint-note/config.yml': lines(
    'vault_id: main',
    'default_note_type: general',
    'workspace_root: out',
    'index: { path: ../elsewhere }',
    'deletion: { backup_path: ../backups, default_mode: permanent }',
    'permissions: { destructive: allow }',
  ),
}

const evilLinks = {
  templates: '.git/hooks',
  plugins: '.obsidian/plugins',
  own: '.flint-note',
  way: 'templates',
  out: '../private',
  'out.md': '../private/diary.md',
  'git.md': '.git/notes.md',
  '.obsidian/app.json': '../../private/app.json',
  // Where tools write that are told no place.
  general: '.git/hooks',
  archives: '.git/hooks',
  resources: '.git/hooks',
  daily: '../private',
  'inbox.md': '../private/diary.md',
  raw: '../private',
}

const evilPaths = [
  'templates/pre-commit',
  'templates',
  'way/deeper/x.md',
  'plugins/',
  'own/config.yml',
  'own/trash/x.md',
  '.GIT/notes.md',
  'out/diary.md',
  'out/new.md',
  'out',
  'git.md',
  '../private/diary.md',
]

interface Clone {
  readonly at: (path: string) => string
  readonly call: (tool: string, args: object, tools?: readonly Tool[]) => Promise<Json>
  /** Everything that no call may touch: what is hidden in the clone and whatever lies beside it. */
  readonly untouchable: () => Promise<object>
  /** Commits all there is, as its user does next; true when a hook was run. */
  readonly commit: () => Promise<boolean>
  /** Puts the notes back that a call has changed. */
  readonly mend: () => Promise<void>
}

/** A clone of a repository, in which a process of flint was started whose user has no vaults yet. */
async function withClone(use: (clone: Clone) => Promise<void>): Promise<void> {
  await withFolder(
    { 'private/diary.md': `${secret}\n`, 'private/app.json': secret, 'home/': '' },
    async (folder) => {
      const env = {
        ...process.env,
        HOME: join(folder, 'home'),
        GIT_CONFIG_NOSYSTEM: '1',
        RAN: join(folder, 'ran'),
      }
      const git = async (cwd: string, ...args: readonly string[]) => {
        const author = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'init.defaultBranch=main']
        await run('git', [...author, ...args], { cwd: join(folder, cwd), env })
      }
      await mkdir(join(folder, 'origin'))
      for (const [path, text] of Object.entries({ ...sampleVault, ...evilFiles })) {
        await mkdir(dirname(join(folder, 'origin', path)), { recursive: true })
        await writeFile(join(folder, 'origin', path), text)
      }
      for (const path of ['files/pre-commit', 'files/hooks/pre-commit'])
        await chmod(join(folder, 'origin', path), 0o755)
      for (const [path, target] of Object.entries(evilLinks))
        await symlink(target, join(folder, 'origin', path))
      await git('origin', 'init', '-q')
      await git('origin', 'add', '-A')
      await git('origin', 'commit', '-qm', 'notes')
      await git('.', 'clone', '-q', 'origin', 'clone')
      const at = (path: string) => join(folder, 'clone', path)
      await writeFile(at('.git/notes.md'), `${secret}\n`)
      const ignore = () => undefined
      const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
      const hub = createHub({
        configFolder: join(folder, 'home/config'),
        dataFolder: join(folder, 'home/data'),
        cwd: at('.'),
        env: { HOME: join(folder, 'home'), FLINT_CONFIG_DIR: join(folder, 'home/config') },
        vault: null,
        openVault: (vault) => openVault(vault),
        log,
        now: () => new Date(),
      })
      const call = async (tool: string, args: object, tools = allTools) => {
        const result = await callTool(tools, tool, args, {
          vaults: hub,
          session: { id: 'test' },
          log,
          now: () => new Date(),
          signal: new AbortController().signal,
          strictOutput: true,
        })
        return JSON.parse(result.text)
      }
      const untouchable = async () => {
        const isVisible =
          /^(?:clone\/(?!\.)|home\/|clone\/\.flint-note\/(?:\.gitignore$|trash\/)|clone\/\.flint-note\/$)/
        return await hashFiles(folder, (path) => !isVisible.test(path))
      }
      const commit = async () => {
        await git('clone', 'add', '-A')
        await git('clone', 'commit', '-qm', 'next', '--allow-empty')
        return 'ran' in (await hashFiles(folder))
      }
      const mend = async () => {
        for (const [path, text] of Object.entries(sampleVault)) {
          await mkdir(dirname(at(path)), { recursive: true })
          await writeFile(at(path), text)
        }
      }
      try {
        await use({ at, call, untouchable, commit, mend })
      } finally {
        await hub.close()
      }
    },
  )
}

test('nothing is moved to where git runs it', () =>
  withClone(async ({ call, commit, untouchable }) => {
    const before = await untouchable()
    for (const [tool, args] of [
      ['move_note', { identifier: 'files/pre-commit', to: 'templates/pre-commit' }],
      ['move_note', { identifier: 'files/pre-commit', destination_directory: 'templates' }],
      ['move_note', { identifier: 'files/hooks/', to: 'way/hooks' }],
      ['move_note', { identifier: 'plugins/', to: 'files/plugins' }],
      ['move_note', { identifier: 'templates/', to: 'files/templates' }],
      ['move_note', { identifier: 'own/', to: 'files/own' }],
      ['create_note', { path: 'templates/pre-commit', title: 'x', content: hook }],
      ['create_note', { title: 'x' }],
      ['create_note', { title: 'x', template: 'notes' }],
      ['upsert_note', { identifier: 'templates/pre-commit', content: hook }],
      ['create_note_type', { type_name: 'templates', description: 'x' }],
      ['create_note_type', { type_name: 'plugins/p', description: 'x' }],
      ['delete_note', { identifier: 'journal.md', mode: 'archive', confirm: true }],
      ['ingest', { source: 'journal.md' }],
    ] as const) {
      const { error } = await call(tool, args)
      const what = `${tool} ${JSON.stringify(args)}`
      expect(error, what).toMatchObject({ code: 'INVALID_PATH', message: expect.stringContaining('hidden') })
    }
    for (const [tool, args] of [
      // The hidden folder of its settings is not followed, and the usual one leads out.
      ['open_daily_note', {}],
      ['capture_to_inbox', { text: 'x' }],
      ['get_inbox', {}],
      ['ingest', { source: 'raw/diary.md' }],
    ] as const)
      expect((await call(tool, args)).error, tool).toMatchObject({ code: 'OUTSIDE_VAULT' })
    expect(await untouchable()).toEqual(before)
    expect(await commit()).toBe(false)
  }))

/** The parameters of a tool that take any text, each with a way to hand one over. */
function textParameters({ input }: Tool): ReadonlyMap<string, (text: string) => unknown> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const found = new Map<string, (text: string) => unknown>()
  for (const [name, schema] of Object.entries(properties)) {
    if (isText(schema)) found.set(name, (text) => text)
    else if (alternatives(schema).some((one) => isText(one.items))) found.set(name, (text) => [text])
  }
  return found
}

type Schema = z.core.JSONSchema.BaseSchema

function alternatives(schema: unknown): readonly Schema[] {
  if (typeof schema !== 'object' || schema === null) return []
  return [schema, ...('anyOf' in schema && Array.isArray(schema.anyOf) ? schema.anyOf : [])]
}

function isText(schema: unknown): boolean {
  return alternatives(schema).some(({ type, enum: values }) => type === 'string' && values === undefined)
}

/** Each of these takes every path; of a parameter that has another name two will tell. */
const namesPath = /path|identifier|director|^(?:to|type|type_name|template|source|destination)$/

test(
  'no tool reads or writes anything where a path leads away, whichever parameter it is given as',
  () =>
    withClone(async ({ call, commit, mend, untouchable }) => {
      const before = await untouchable()
      for (const tool of allTools) {
        const { name, input } = tool
        const more = {
          ...(name === 'create_vault' && { path: 'templates/new' }),
          ...('confirm' in input.shape && { confirm: true }),
        }
        for (const [parameter, toValue] of textParameters(tool)) {
          const paths = namesPath.test(parameter) ? evilPaths : ['templates/pre-commit', 'out/diary.md']
          const results: string[] = []
          for (const path of paths) {
            const args = { ...right[name], ...more, [parameter]: toValue(path) }
            results.push(`${name} ${JSON.stringify(args)}: ${JSON.stringify(await call(name, args))}`)
          }
          expect(results.filter((result) => telling.test(result))).toEqual([])
          expect(await untouchable(), results.join('\n')).toEqual(before)
          await mend()
        }
      }
      for (const mode of ['keyword', 'regex'])
        expect((await call('search_notes', { query: secret, mode })).results).toEqual([])
      expect(await commit()).toBe(false)
    }),
  240_000,
)

const namesVault = /^(?:vault|vault_id|repository_name)$/

test.each(dialectNames)(
  'nor does a tool of the dialect %s',
  (dialect) =>
    withClone(async ({ call, commit, mend, untouchable }) => {
      const before = await untouchable()
      const tools = await loadDialect(allTools, dialect)
      for (const tool of tools) {
        const results: string[] = []
        const parameters = [...textParameters(tool)].filter(([name]) => !namesVault.test(name))
        for (const path of evilPaths) {
          const args = Object.fromEntries(parameters.map(([name, toValue]) => [name, toValue(path)]))
          results.push(`${tool.name} ${path}: ${JSON.stringify(await call(tool.name, args, tools))}`)
        }
        expect(results.filter((result) => telling.test(result))).toEqual([])
        expect(await untouchable(), results.join('\n')).toEqual(before)
        await mend()
      }
      expect(await commit()).toBe(false)
    }),
  120_000,
)
