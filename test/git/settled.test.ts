import { readFile, realpath, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mergeTrees } from '../../src/git/merge-trees.ts'
import { Repository } from '../../src/git/repository.ts'
import { type Clone, withTwo } from '../support/with-clones.ts'

const files = { 'a.md': '# A\none\n', 'k.md': 'k\n', 'z.md': 'z\n' }

/** Two people, of whom the other one has sent something. */
async function withSent(
  sent: Readonly<Record<string, string | null>>,
  use: (own: Clone, other: Clone) => Promise<void>,
  begin: Readonly<Record<string, string>> = files,
): Promise<void> {
  await withTwo(begin, async (other, own) => {
    await other.send(sent)
    await use(own, other)
  })
}

describe('undoing a sync', () => {
  const sent = { 'a.md': '# A\nTHEIRS\n', 'k.md': 'k theirs\n', 'new.md': 'theirs\n' }

  test('is refused while its merge is not settled, and git can still give that up', () =>
    withSent(sent, async (own) => {
      await own.write('a.md', '# A\nOURS\n')
      expect((await own.flint('sync')).code).toBe(4)
      const undone = await own.flint('undo', '--last')
      expect(undone).toMatchObject({ code: 4, stderr: expect.stringContaining('git merge --abort') })
      expect(await own.read('new.md')).toBe('theirs\n')
      own.git('merge', '--abort')
      expect(await own.read('a.md')).toBe('# A\nOURS\n')
      expect(await own.read('k.md')).toBe('k\n')
      expect(own.git('status', '--porcelain')).toBe('')
    }))

  test('a merge in which files are as before it is not ended as if it were settled', () =>
    withSent(sent, async (own, other) => {
      await own.write('a.md', '# A\nOURS\n')
      await own.flint('sync')
      await own.write('a.md', '# A\nBOTH\n')
      await own.write('k.md', 'k\n')
      await own.remove('new.md')
      const refused = await own.flint('sync')
      expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('k.md, new.md') })
      expect(refused.stderr).toContain('git reset')
      other.git('pull', '--quiet')
      expect(await other.read('new.md')).toBe('theirs\n')
      own.git('reset', '--quiet')
      await own.flint('sync')
      await own.write('a.md', '# A\nBOTH\n')
      expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
      other.git('pull', '--quiet')
      expect([await other.read('a.md'), await other.read('k.md'), await other.read('new.md')]).toEqual([
        '# A\nBOTH\n',
        'k theirs\n',
        'theirs\n',
      ])
    }))

  test('says that it takes the work of others back, and so does the sync that sends it', () =>
    withSent({ 'new.md': 'theirs\n' }, async (own) => {
      await own.flint('sync')
      for (const more of [['--dry-run'], []])
        expect((await own.flint('undo', '--last', ...more)).stdout).toContain('takes their work back')
      expect((await own.flint('sync')).stdout).toContain('takes back what others had sent: new.md.')
    }))

  test('names what came with it and stays, as git has put it in place', () =>
    withSent({ 'new.md': 'theirs\n', 'p.png': 'a\0b', 'x/q.pdf': 'c\0d' }, async (own) => {
      await own.flint('sync')
      await own.write('mine.md', 'mine\n')
      await own.flint('sync')
      const stay = 'these are no notes, and stay as they came: p.png, x/q.pdf.'
      expect((await own.flint('undo', '--since', '1h', '--dry-run')).stdout).toContain(stay)
      expect((await own.flint('undo', '--last')).stdout).toContain(stay)
      expect(await own.read('p.png')).toBe('a\0b')
    }))

  test('is not what gives a folder or a note that came another name', () =>
    withSent({ 'Dir/q.md': 'Quick brown\nfox\n', 'new.md': 'theirs\n' }, async (own) => {
      await own.flint('sync')
      await rename(join(own.folder, 'Dir'), join(own.folder, 'dir'))
      await rename(join(own.folder, 'new.md'), join(own.folder, 'newer.md'))
      const { stdout } = await own.flint('sync')
      expect(stdout).toContain('Sent to origin.')
      expect(stdout).not.toContain('takes back')
    }))

  test('is not what moves a note that came, whatever its links are then', () =>
    withSent({ 'new.md': '[k](k.md) [a](a.md) [z](z.md)\n', 'gone.md': 'theirs\n' }, async (own) => {
      await own.flint('sync')
      const input = '{"identifier":"new","to":"deep/in/it.md","create_folders":true}'
      await own.flint('call', 'move_note', '--json', input)
      await own.remove('gone.md')
      expect(await own.read('deep/in/it.md')).toContain('../../k.md')
      expect((await own.flint('sync')).stdout).toContain('takes back what others had sent: gone.md.')
    }))

  test('is what gives a note back the name that others had changed', () =>
    withSent({ 'a.md': null, 'b.md': files['a.md'] }, async (own) => {
      await own.flint('sync')
      await rename(join(own.folder, 'b.md'), join(own.folder, 'a.md'))
      expect((await own.flint('sync')).stdout).toContain('takes back what others had sent: a.md, b.md.')
    }))

  test('says so too where several are undone, and of syncs alone', () =>
    withSent({ 'new.md': 'theirs\n' }, async (own) => {
      await own.flint('sync')
      await own.flint('call', 'append_to_note', '--json', '{"identifier":"a","content":"mine"}')
      for (const more of [['--dry-run'], []]) {
        const { stdout } = await own.flint('undo', '--since', '1h', ...more)
        expect(stdout.match(/takes their work back/g)).toHaveLength(1)
        expect(stdout.indexOf('takes their work back')).toBeGreaterThan(stdout.indexOf('(sync)'))
      }
    }))
})

describe('what one removed and the other changed', () => {
  for (const { who, sent, change, kept, said } of [
    {
      who: 'others removed it',
      sent: { 'a.md': null },
      change: async (own: Clone) => {
        await own.write('a.md', '# A\nmine\n')
      },
      kept: '# A\nmine\n',
      said: 'others have removed what you have changed',
    },
    {
      who: 'others changed it',
      sent: { 'a.md': '# A\ntheirs\n' },
      change: async (own: Clone) => {
        await own.remove('a.md')
      },
      kept: '# A\ntheirs\n',
      said: 'others have changed what you have removed',
    },
  ]) {
    test(`is in conflict until somebody decides: ${who}`, () =>
      withSent(sent, async (own, other) => {
        await change(own)
        for (const attempt of [1, 2]) {
          const { code, stdout } = await own.flint('sync')
          expect({ attempt, code, stdout }).toMatchObject({ code: 4, stdout: expect.stringContaining(said) })
          expect(stdout).toContain("git add ':/a.md'")
          expect(stdout).not.toContain('marks')
        }
        expect((await own.flint('git', 'status')).stdout).toContain('a.md')
        expect((await own.flint('doctor')).stdout).toContain('in conflict: a.md')
        own.git('add', ':/a.md')
        expect((await own.flint('sync')).stdout).toBe(
          'The conflicts are settled.\n1 file committed.\nSent to origin.\n',
        )
        other.git('pull', '--quiet')
        expect(await other.read('a.md')).toBe(kept)
      }))
  }

  test('a file that is then removed is decided on', () =>
    withSent({ 'a.md': '# A\ntheirs\n' }, async (own, other) => {
      await own.remove('a.md')
      await own.flint('sync')
      await own.remove('a.md')
      expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
      other.git('pull', '--quiet')
      expect(other.git('ls-files')).not.toContain('a.md')
    }))
})

test('a picture that both changed is not settled by asking twice', () =>
  withSent(
    { 'p.png': 'theirs\0' },
    async (own) => {
      await own.write('p.png', 'ours\0')
      for (const attempt of [1, 2]) {
        const { code, stdout } = await own.flint('sync')
        expect({ attempt, code, stdout }).toMatchObject({
          code: 4,
          stdout: expect.stringContaining('only one can stand there'),
        })
      }
      own.git('checkout', '--quiet', '--theirs', 'p.png')
      expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
      expect(await readFile(join(own.folder, 'p.png'), 'utf8')).toBe('theirs\0')
    },
    { ...files, 'p.png': 'base\0' },
  ))

test('a conflict of which some marks are taken out is not settled', () =>
  withSent({ 'a.md': '# A\ntheirs\n' }, async (own) => {
    await own.write('a.md', '# A\nours\n')
    expect((await own.flint('sync')).code).toBe(4)
    const marked = await own.read('a.md')
    for (const left of [/^<.*\n/gm, /^>.*\n/gm, /^[<>].*\n/gm, /^[<=].*\n/gm]) {
      await own.write('a.md', marked.replaceAll(left, ''))
      expect(await own.flint('sync')).toMatchObject({
        code: 4,
        stdout: expect.stringContaining('take the marks out'),
      })
    }
    await own.write('a.md', marked.replaceAll(/^[<=>].*\n/gm, ''))
    expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
  }))

test('marks where no merge is under way are not sent, and it says how to keep them', () =>
  withSent({ 'k.md': 'k theirs\n' }, async (own) => {
    await own.write('how.md', '# How\n\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n')
    const { code, stdout } = await own.flint('sync')
    expect({ code, stdout }).toEqual({
      code: 4,
      stdout:
        'Nothing to commit.\nWith the marks of a conflict, though no merge is under way. Take them out; or keep them, in a code block or by a commit of git:\n  how.md\nNothing is sent before that is decided. Then run flint sync again.\n',
    })
    own.git('add', 'how.md')
    own.git('commit', '--quiet', '-m', 'how')
    expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
  }))

test('marks behind a byte-order mark are marks', () =>
  withTwo({ 'a.md': '\uFEFFTitle one\n\nx\n' }, async (other, own) => {
    await other.send({ 'a.md': '\uFEFFTitle theirs\n\nx\n' })
    await own.write('a.md', '\uFEFFTitle ours\n\nx\n')
    const stdout = expect.stringContaining('take the marks out')
    expect(await own.flint('sync')).toMatchObject({ code: 4, stdout })
    const marked = await own.read('a.md')
    expect(marked).toMatch(/^<{7} .*\n\uFEFFTitle ours\n={7}\n\uFEFFTitle theirs\n>{7} .*\n\nx\n$/)
    await own.write('a.md', `\uFEFF${marked.replaceAll(/^[=>].*\n|\uFEFF/gm, '')}`)
    expect(await own.flint('sync')).toMatchObject({ code: 4, stdout })
    await own.write('a.md', marked.replaceAll(/^[<=>].*\n|\uFEFFTitle ours\n/gm, ''))
    expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
    expect(own.git('show', 'origin/main:a.md')).toBe('\uFEFFTitle theirs\n\nx\n')
  }))

test('a file that both gave another name is there under both until somebody has chosen', () =>
  withSent({ 'a.md': null, 'b.md': files['a.md'] }, async (own) => {
    own.git('mv', 'a.md', 'c.md')
    const { code, stdout } = await own.flint('sync')
    expect(code).toBe(4)
    expect(stdout).toContain('gave a file another name')
    expect(stdout).not.toContain('a.md')
    const status = JSON.parse((await own.flint('git', 'status', '--json')).stdout)
    expect(status.conflicts).toEqual(['b.md', 'c.md'])
    own.git('rm', '--quiet', 'c.md')
    own.git('add', 'b.md')
    expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
    expect(own.git('ls-files', '*.md')).toBe('b.md\nk.md\nz.md\n')
  }))

test('a conflict beside the vault is settled as one in it, once its marks are taken out', () =>
  withTwo(
    { 'v/.flint-note/config.yml': '{}\n', 'v/a.md': '# A\n', 'code.txt': 'one\n' },
    async (other, own, flint) => {
      await other.send({ 'code.txt': 'theirs\n' })
      await own.write('code.txt', 'ours\n')
      own.git('commit', '--quiet', '--all', '-m', 'ours')
      const env = { FLINT_CONFIG_DIR: `${own.folder}.config`, FLINT_DATA_DIR: `${own.folder}.data` }
      const sync = () => flint.run(['sync'], { cwd: join(own.folder, 'v'), env })
      for (const attempt of [1, 2])
        expect({ attempt, ...(await sync()) }).toMatchObject({
          code: 4,
          stdout: expect.stringContaining('take the marks out'),
        })
      await own.write('code.txt', 'both\n')
      expect((await sync()).stdout).toContain('Sent to origin.')
      expect(own.git('show', 'origin/main:code.txt')).toBe('both\n')
      expect(own.git('status', '--porcelain')).toBe('')
    },
  ))

test('git merges outside the vault, by what the attributes of the repository say', () =>
  withSent(
    { 'a.md': '# A\none\ntheirs\n', 'log.csv': 'a\ntheirs\n' },
    async (own) => {
      await own.write('log.csv', 'a\nours\n')
      await own.write('a.md', '# A\none\nours\n')
      own.git('commit', '--quiet', '--all', '-m', 'ours')
      own.git('fetch', '--quiet')
      const repository = await Repository.find(own.folder)
      if (repository === null) throw new Error('There is no repository.')
      const seen = join(own.folder, '..', 'seen')
      const merged = await mergeTrees(repository, 'HEAD', 'origin/main', {
        driver: `pwd -P > '${seen}' #`,
      })
      expect((await readFile(seen, 'utf8')).startsWith(await realpath(own.folder))).toBe(false)
      expect(merged.conflicts).toEqual([])
      expect(own.git('show', `${merged.tree}:log.csv`)).toBe('a\nours\ntheirs\n')
    },
    { ...files, 'log.csv': 'a\n', '.gitattributes': '*.csv merge=union\n' },
  ))
