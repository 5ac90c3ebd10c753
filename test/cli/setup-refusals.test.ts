import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { asOrdinaryUser } from '../support/as-ordinary-user.ts'
import { mainFile, withFlint } from './with-flint.ts'

const cursor = ['config', 'print', '--client', 'cursor', '--write', '--yes']
const install = ['skill', 'install']
const list = ['skill', 'list']
const bash = ['completions', 'install', 'bash', '--yes']

interface Case {
  /** What is so before, in the home folder. */
  readonly given: (home: string) => Promise<unknown>
  readonly words: readonly string[]
  readonly code: string
  readonly says: string
}

const dangling = (home: string) => symlink('nowhere', join(home, '.claude'))
const claudeFile = (home: string) => writeFile(join(home, '.claude'), 'x')
const closed =
  (mode: number, name = '') =>
  (home: string) =>
    chmod(join(home, name), mode)
const inFolder = (path: string, mode: number) => async (home: string) => {
  await mkdir(join(home, path))
  await chmod(join(home, path), mode)
}
const denied = 'PERMISSION_DENIED'

const cases: Readonly<Record<string, Case>> = {
  'skills behind a dead link': {
    given: dangling,
    words: install,
    code: 'CONFLICT',
    says: '.claude is a link that leads nowhere.',
  },
  'a list of skills behind a dead link': {
    given: dangling,
    words: list,
    code: 'CONFLICT',
    says: '.claude is a link that leads nowhere.',
  },
  'skills in a file': {
    given: claudeFile,
    words: install,
    code: 'CONFLICT',
    says: '.claude is a file where a folder is needed.',
  },
  'a list of skills in a file': {
    given: claudeFile,
    words: list,
    code: 'CONFLICT',
    says: '.claude is a file where a folder is needed.',
  },
  'skills where a file lies': {
    given: async (home) => {
      await mkdir(join(home, '.claude/skills'), { recursive: true })
      await writeFile(join(home, '.claude/skills/zk'), 'x')
    },
    words: install,
    code: 'CONFLICT',
    says: 'skills/zk is a file where a folder is needed.',
  },
  'skills in a home that is closed': {
    given: closed(0o000),
    words: install,
    code: denied,
    says: 'does not let flint use',
  },
  'skills in a home that is read-only': {
    given: closed(0o555),
    words: install,
    code: denied,
    says: 'does not let flint use',
  },
  'skills in a folder that is closed': {
    given: inFolder('.claude', 0o000),
    words: install,
    code: denied,
    says: 'does not let flint use',
  },
  'a list of skills in a folder that is closed': {
    given: inFolder('.claude', 0o000),
    words: list,
    code: denied,
    says: 'does not let flint use',
  },
  'settings that may not be read': {
    given: async (home) => {
      await mkdir(join(home, '.cursor'))
      await writeFile(join(home, '.cursor/mcp.json'), '{}', { mode: 0o000 })
    },
    words: cursor,
    code: denied,
    says: '.cursor/mcp.json',
  },
  'settings in a folder that is read-only': {
    given: inFolder('.cursor', 0o555),
    words: cursor,
    code: denied,
    says: 'does not let flint write in',
  },
  'settings in a home that is read-only': {
    given: closed(0o555),
    words: ['config', 'print', '--client', 'gemini', '--write', '--yes'],
    code: denied,
    says: '.gemini',
  },
  'completions in a home that is read-only': {
    given: closed(0o555),
    words: bash,
    code: denied,
    says: '.local',
  },
  'completions for a file that is a dead link': {
    given: (home) => symlink('nowhere', join(home, '.bashrc')),
    words: bash,
    code: 'CONFLICT',
    says: '.bashrc is a link that leads nowhere.',
  },
}

describe.skipIf(process.platform === 'win32')(
  'what cannot be written is said in a sentence, with what helps',
  () => {
    test.each(Object.entries(cases))('%s', (_name, { given, words, code, says }) =>
      withFlint({}, async ({ run, folder }) => {
        const home = join(folder, 'home')
        await chmod(folder, 0o755)
        await given(home)
        const ended = await asOrdinaryUser(() => run([...words, '--json'], { cwd: folder }))
        await chmod(home, 0o755)
        expect(ended).toMatchObject({ code: expect.toSatisfy((exit) => exit !== 0), stderr: '' })
        const { error } = JSON.parse(ended.stdout)
        expect(error).toMatchObject({
          code,
          message: expect.stringContaining(says),
          hint: expect.any(String),
        })
      }),
    )
  },
)

test.skipIf(process.platform !== 'linux')('a config folder that cannot be made is said to be one', () =>
  withFlint({}, async ({ run }) => {
    const { stderr } = await run(['create', 'q', 'Q', '../q'], { env: { FLINT_CONFIG_DIR: '/proc/nope' } })
    expect(stderr).toMatch(/^error: The folder of `config\.yml` cannot be written \(E\w+\)[^\n]*\n[^\n]*\n$/)
  }),
)

test.skipIf(process.platform === 'win32')('settings that somebody has made read-only stay as they are', () =>
  withFlint({ 'home/.cursor/mcp.json': '{}' }, async ({ folder, env }) => {
    for (const path of ['', 'home', 'home/.cursor']) await chmod(join(folder, path), 0o777)
    const file = join(folder, 'home/.cursor/mcp.json')
    await chmod(file, 0o444)
    // The system asks who the process really is: as root it may write everything.
    const user = process.getuid?.() === 0 ? { uid: 65_534 } : {}
    const run = promisify(execFile)(process.execPath, [mainFile, ...cursor], { cwd: folder, env, ...user })
    await expect(run).rejects.toMatchObject({
      stderr: expect.stringContaining('mcp.json is read-only and stays as it is. (PERMISSION_DENIED)'),
    })
    expect(await readFile(file, 'utf8')).toBe('{}')
  }),
)
