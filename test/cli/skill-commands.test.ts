import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSkillFiles } from '../../src/cli/skills/skill-file.ts'
import { addTwoVaults, twoFolders, withFlint } from './with-flint.ts'

const zk = 'skills/zk/SKILL.md'
const command = 'commands/zk.md'

/** Path → what became of it. */
function outcomes({ files }: { files: readonly { path: string; outcome?: string; state?: string }[] }) {
  return Object.fromEntries(files.map(({ path, outcome, state }) => [path, outcome ?? state]))
}

test('install writes the skills for the user and says so; again it changes nothing', () =>
  withFlint({}, async ({ run, json, folder }) => {
    const first = await run(['skill', 'install'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/written {2,}skills\/zk\/SKILL\.md/)
    expect(first.stdout).toContain('/zk')
    const root = join(folder, 'home/.claude')
    for (const { path, text } of await readSkillFiles())
      expect(await readFile(join(root, path), 'utf8')).toBe(text)
    expect((await readdir(root, { recursive: true })).filter((name) => name.includes('tmp'))).toEqual([])
    const before = await lstat(join(root, zk))
    const again = await json(['skill', 'install', '--user'])
    expect(new Set(Object.values(outcomes(again)))).toEqual(new Set(['unchanged']))
    expect((await lstat(join(root, zk))).mtimeMs).toBe(before.mtimeMs)
    expect(outcomes(again)).toHaveProperty([command])
    expect(outcomes(again)).toHaveProperty(['skills/devlog/SKILL.md'])
    expect(outcomes(again)).toHaveProperty(['skills/zk/references/study.md'])
  }))

test('an edited file is kept until --force, which leaves a copy that is no command', () =>
  withFlint({}, async ({ run, json, folder }) => {
    await run(['skill', 'install'])
    const file = join(folder, 'home/.claude', command)
    await writeFile(file, 'my own words\n')
    const kept = await run(['skill', 'install'])
    expect(kept.stdout).toMatch(/kept {2,}commands\/zk\.md/)
    expect(kept.stdout).toContain('--force')
    expect(await readFile(file, 'utf8')).toBe('my own words\n')
    expect(outcomes(await json(['skill', 'list']))).toMatchObject({ [command]: 'edited', [zk]: 'installed' })
    const forced = await json(['skill', 'install', '--force'])
    expect(outcomes(forced)).toMatchObject({ [command]: 'replaced', [zk]: 'unchanged' })
    expect(await readFile(file, 'utf8')).not.toBe('my own words\n')
    expect(await readFile(`${file}.1.bak`, 'utf8')).toBe('my own words\n')
    await writeFile(file, 'other words\n')
    await run(['skill', 'install', '--force'])
    expect(await readFile(`${file}.1.bak`, 'utf8')).toBe('my own words\n')
    expect(await readFile(`${file}.2.bak`, 'utf8')).toBe('other words\n')
  }))

test('what an older flint installed is updated, or removed when flint no longer brings it', () =>
  withFlint({}, async ({ run, json, folder }) => {
    await run(['skill', 'install'])
    const root = join(folder, 'home/.claude')
    const recordFile = join(root, 'flint-skills.json')
    const record = JSON.parse(await readFile(recordFile, 'utf8'))
    // As if an older flint had installed `old` there: the hash of that text is what it recorded.
    const hash = 'sha256:cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4'
    record.flint = '0.0.1'
    record.files[zk] = hash
    record.files['skills/gone/SKILL.md'] = hash
    record.files['skills/../../outside.md'] = hash
    await mkdir(join(root, 'skills/gone'))
    for (const path of [zk, 'skills/gone/SKILL.md', '../outside.md']) await writeFile(join(root, path), 'old')
    await writeFile(recordFile, JSON.stringify(record))
    expect(outcomes(await json(['skill', 'list']))).toMatchObject({
      [zk]: 'older',
      'skills/gone/SKILL.md': 'former',
    })
    expect(outcomes(await json(['skill', 'install']))).toMatchObject({
      [zk]: 'updated',
      'skills/gone/SKILL.md': 'removed',
    })
    expect(existsSync(join(root, 'skills/gone/SKILL.md'))).toBe(false)
    expect(existsSync(join(root, '../outside.md'))).toBe(true)
    expect(await readFile(join(root, zk), 'utf8')).toContain('name: zk')
    expect(JSON.parse(await readFile(recordFile, 'utf8')).files).not.toHaveProperty(['skills/gone/SKILL.md'])
    expect(new Set(Object.values(outcomes(await json(['skill', 'install']))))).toEqual(new Set(['unchanged']))
  }))

test('a damaged record loses nothing: what differs counts as edited', () =>
  withFlint({}, async ({ run, json, folder }) => {
    await run(['skill', 'install'])
    const root = join(folder, 'home/.claude')
    await writeFile(join(root, 'flint-skills.json'), '{nonsense')
    await writeFile(join(root, zk), 'old')
    expect(outcomes(await json(['skill', 'install']))).toMatchObject({ [zk]: 'kept', [command]: 'unchanged' })
  }))

test('--vault installs in the active vault, with a value in another one, and notes do not see it', () =>
  withFlint(twoFolders, async (flint) => {
    const { run, json, folder } = flint
    await addTwoVaults(flint)
    expect((await json(['skill', 'install', '--vault'])).folder).toBe(join(folder, 'ideas/.claude'))
    expect((await json(['skill', 'install', '--vault', 'tours'])).folder).toBe(join(folder, 'tours/.claude'))
    expect((await json(['--vault', 'tours', 'skill', 'list'])).folder).toBe(join(folder, 'tours/.claude'))
    expect(outcomes(await json(['skill', 'list', '--vault', 'tours']))).toMatchObject({ [zk]: 'installed' })
    expect(existsSync(join(folder, 'ideas/.claude', zk))).toBe(true)
    expect(existsSync(join(folder, 'home/.claude'))).toBe(false)
    const { stdout } = await run(['call', 'list_notes'])
    expect(JSON.parse(stdout).total).toBe(2)
  }))

test.each([
  ['both places', ['--user', '--vault'], 'INVALID_ARGUMENT'],
  ['no active vault', ['--vault'], 'VAULT_NOT_FOUND'],
  ['an unknown vault', ['--vault', 'nowhere'], 'VAULT_NOT_FOUND'],
])('%s: %j is refused and writes nothing', (_what, args, code) =>
  withFlint({}, async ({ json, folder }) => {
    expect((await json(['skill', 'install', ...args])).error.code).toBe(code)
    expect(existsSync(join(folder, 'home/.claude'))).toBe(false)
  }),
)

test.skipIf(process.platform === 'win32')('a vault whose .claude leads out of it is refused', () =>
  withFlint(twoFolders, async (flint) => {
    const { json, folder } = flint
    await addTwoVaults(flint)
    await mkdir(join(folder, 'elsewhere'))
    await symlink(join(folder, 'elsewhere'), join(folder, 'ideas/.claude'))
    expect((await json(['skill', 'install', '--vault'])).error.code).toBe('OUTSIDE_VAULT')
    await rm(join(folder, 'ideas/.claude'))
    await mkdir(join(folder, 'ideas/.claude'))
    await symlink(join(folder, 'elsewhere'), join(folder, 'ideas/.claude/skills'))
    expect((await json(['skill', 'install', '--vault'])).error.code).toBe('OUTSIDE_VAULT')
    expect(await readdir(join(folder, 'elsewhere'))).toEqual([])
  }),
)

test.skipIf(process.platform === 'win32')('a user’s file that is a link into dotfiles stays one', () =>
  withFlint({ 'dotfiles/zk.md': 'mine\n' }, async ({ json, folder }) => {
    await mkdir(join(folder, 'home/.claude/commands'), { recursive: true })
    const file = join(folder, 'home/.claude', command)
    await symlink(join(folder, 'dotfiles/zk.md'), file)
    expect(outcomes(await json(['skill', 'install']))).toMatchObject({ [command]: 'kept' })
    await json(['skill', 'install', '--force'])
    expect((await lstat(file)).isSymbolicLink()).toBe(true)
    expect(await readFile(join(folder, 'dotfiles/zk.md'), 'utf8')).toContain('$ARGUMENTS')
    expect(await readFile(`${file}.1.bak`, 'utf8')).toBe('mine\n')
  }),
)

test('CLAUDE_CONFIG_DIR says where the user’s skills are', () =>
  withFlint({}, async ({ json, folder }) => {
    const env = { CLAUDE_CONFIG_DIR: join(folder, 'claude') }
    expect((await json(['skill', 'install'], { env })).folder).toBe(join(folder, 'claude'))
    expect(existsSync(join(folder, 'claude', zk))).toBe(true)
  }))
