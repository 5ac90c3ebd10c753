import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { checkFolder } from '../../src/cli/doctor/check-folder.ts'
import { writeUseLiteFolder } from '../embed/use-lite-folder.ts'
import { asOrdinaryUser } from '../support/as-ordinary-user.ts'
import { times } from '../support/long.ts'
import { withFolder } from '../support/with-folder.ts'
import { addTwoVaults, type Flint, mainFile, type RunOptions, twoFolders, withFlint } from './with-flint.ts'

const hook = new URL('../fixtures/break-addons.mjs', import.meta.url).href

const broken = (addon: string, isOfOtherNode = false): RunOptions => ({
  isProcess: true,
  env: {
    NODE_OPTIONS: `--import=${hook}`,
    BROKEN_ADDONS: addon,
    ...(isOfOtherNode && { BROKEN_ADDONS_ABI: 'yes' }),
  },
})

/** What doctor says of each thing that is not well, and what mends it. */
async function complaints({ json }: Flint, options: RunOptions = {}): Promise<readonly string[]> {
  const { findings } = await json(['doctor'], options)
  return findings
    .filter(({ state }: { state: string }) => state !== 'ok')
    .map(({ check, message, fix }: Record<string, string>) => `${check}: ${message} -> ${fix}`)
}

describe('a native part that cannot be loaded is named as what it is', () => {
  test.each([
    [false, 'its file is damaged, or was made for another system'],
    [true, 'it was built for another version of Node'],
  ])('better-sqlite3, of another Node: %s', (isOfOtherNode, why) =>
    withFlint(twoFolders, async (flint) => {
      await addTwoVaults(flint)
      const options = broken('better-sqlite3', isOfOtherNode)
      const message = `The package better-sqlite3, which keeps flint's databases, cannot be loaded: ${why}.`
      const { error } = await flint.json(['search', 'walnut'], options)
      expect(error).toMatchObject({
        code: 'INDEX_UNAVAILABLE',
        message,
        hint: expect.stringContaining('Install flint-note again'),
      })
      const found = await complaints(flint, options)
      expect(found).toHaveLength(1)
      expect(found[0]).toContain(`sqlite: ${message} -> Install flint-note again`)
      expect(found[0]).not.toContain(flint.folder)
    }),
  )

  test('onnxruntime-node: words are searched, and the answer says why not meanings', () =>
    withFlint(twoFolders, async (flint) => {
      await addTwoVaults(flint)
      await writeUseLiteFolder(join(flint.folder, 'model'))
      expect((await flint.run(['models', 'use', join(flint.folder, 'model')])).code).toBe(0)
      const options = broken('onnxruntime')
      const { stderr } = await flint.run(['search', '--mode', 'semantic', 'light'], options)
      expect(stderr).toMatch(
        /onnxruntime-node, which runs downloaded models, cannot be loaded: its file is damaged/,
      )
      const found = await complaints(flint, options)
      expect(found.map((one) => one.split(':')[0])).toEqual(['onnxruntime', 'embedding model'])
      for (const one of found) expect(one).toContain('-> Install it beside flint')
    }))

  test('@anush008/tokenizers', () =>
    withFlint({}, async (flint) => {
      const found = await complaints(flint, broken('tokenizers'))
      expect(found.join('\n')).toMatch(/^tokenizers: The package @anush008\/tokenizers, .* cannot be loaded/m)
    }))
})

test('doctor advises nothing that cannot help', () =>
  withFlint(
    { ...twoFolders, 'ideas/.flint-note/config.yml': 'search:\n  index_enabled: false\n' },
    async (flint) => {
      await addTwoVaults(flint)
      await rm(join(flint.folder, 'tours'), { recursive: true })
      await writeFile(join(flint.folder, 'tours'), 'no folder')
      // Making an index again would not help a vault that is to have none.
      expect(await complaints(flint)).toEqual([
        `folder: ${join(flint.folder, 'tours')} is no folder. -> Put the folder back, or take it off the list: flint remove tours`,
      ])
    },
  ))

test('a registry that is a folder is not to be mended in an editor', () =>
  withFlint({}, async (flint) => {
    await mkdir(join(flint.folder, '.config/config.yml'), { recursive: true })
    const { error } = await flint.json(['list'])
    expect(error).toMatchObject({
      message: expect.stringContaining('A folder lies'),
      hint: expect.stringContaining('Move it away'),
    })
  }))

test('a data folder that is a file is told as that', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const env = { FLINT_DATA_DIR: join(flint.folder, 'a-file') }
    await writeFile(env.FLINT_DATA_DIR, '')
    const { stderr } = await flint.run(['search', 'walnut'], { env, isProcess: true })
    expect(stderr).toContain('error: Something else lies where flint keeps its data')
    // On a busy machine the command ends before its thread has begun to say so.
    expect(stderr.match(/the index thread failed/g)?.length ?? 1).toBe(1)
    const { error } = await flint.json(['search', 'walnut'], { env })
    expect(error).toMatchObject({
      code: 'INDEX_UNAVAILABLE',
      message: 'Something else lies where flint keeps its data (ENOTDIR).',
      hint: 'Move it away, or name another one in FLINT_DATA_DIR.',
    })
  }))

test('a folder that may not be written is a matter of permissions, one that can holds nothing afterwards', () =>
  withFolder({ 'mine/': '' }, async (folder) => {
    await chmod(folder, 0o755)
    expect(await checkFolder('data folder', join(folder, 'mine'), 'X')).toMatchObject({ state: 'ok' })
    await chmod(join(folder, 'mine'), 0o555)
    expect(await asOrdinaryUser(() => checkFolder('data folder', join(folder, 'mine'), 'X'))).toMatchObject({
      message: expect.stringContaining('cannot be written (EACCES).'),
      fix: 'Give yourself the right to write there, or set X to another folder.',
    })
    await chmod(join(folder, 'mine'), 0o755)
  }))

/** A line for each kind of output: text, JSON, help, what a shell completes with, an error. */
const printing = [
  ['--version', 0],
  ['help', 0],
  ['search --help', 0],
  ['list', 0],
  ['show lamp', 0],
  ['search walnut', 0],
  ['search walnut --json', 0],
  ['call list_vaults', 0],
  ['tools', 0],
  ['completions bash', 0],
  ['complete tools', 0],
  ['show nobody --json', 3],
] as const

/** Those lines that meet one of the three readers; in full each line meets each. */
function metBy(reader: number) {
  return printing.filter((_, at) => at % times(3, 1) === reader % times(3, 1))
}

function inShell(flint: Flint, line: string) {
  const program = `"${process.execPath}" "${mainFile}"`
  return promisify(execFile)('bash', ['-c', line.replace('flint', program)], {
    env: flint.env,
    cwd: flint.folder,
  })
}

test.skipIf(!existsSync('/dev/full'))('what cannot be printed is an error', { timeout: 60_000 }, () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    for (const [words] of metBy(0)) {
      await expect(inShell(flint, `flint ${words} > /dev/full`), words).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('The output could not be written: ENOSPC'),
      })
    }
  }),
)

test.skipIf(!existsSync('/dev/full'))('a change whose result cannot be printed says that it is done', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const told =
      /^It is done, although that cannot be printed:\n1 line is added .* Undo: flint undo \d+\nerror: .*ENOSPC/
    for (const json of ['', ' --json'])
      await expect(inShell(flint, `flint append lamp Once${json} > /dev/full`)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(told),
      })
  }),
)

test.skipIf(process.platform === 'win32')(
  'whoever stops reading, or never reads, ends nothing halfway and is told of no error',
  { timeout: 60_000 },
  () =>
    withFlint(twoFolders, async (flint) => {
      await addTwoVaults(flint)
      for (const [at, reader] of ['head -c 1 > /dev/null', 'true'].entries()) {
        for (const [words, code] of metBy(at + 1)) {
          const { stdout, stderr } = await inShell(
            flint,
            `flint ${words} | ${reader}; echo \${PIPESTATUS[0]}`,
          )
          // It is done with, or has found nobody reading, as `cat` may.
          expect([`${code}\n`, '141\n'], `${words} | ${reader}`).toContain(stdout)
          expect(stderr, words).not.toMatch(/^\s+at |EPIPE|Error/m)
        }
      }
      for (const words of [['list'], ['capture', 'Seen by nobody', '--json']]) {
        const child = flint.start(words)
        child.stdout.destroy()
        expect(await once(child, 'close'), words[0]).toEqual([141, null])
      }
      expect(await readFile(join(flint.folder, 'ideas/inbox.md'), 'utf8')).toContain('Seen by nobody')
    }),
)
