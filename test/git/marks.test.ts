import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Clone, withTwo } from '../support/with-clones.ts'

/** What a sync says twice, in conflict. */
async function toldTwice(own: Clone): Promise<string> {
  const told: string[] = []
  for (const attempt of [1, 2]) {
    const { code, stdout } = await own.flint('sync')
    expect({ attempt, code, stdout }).toMatchObject({ code: 4 })
    told.push(stdout.slice(stdout.indexOf('In conflict')))
  }
  expect(told[1]).toBe(told[0])
  return told[0] ?? ''
}

test('a text that is not UTF-8 is in conflict between marks, each time that it is asked', () =>
  withTwo({ 'k.md': 'k\n' }, async (other, own) => {
    const write = async ({ folder }: Clone, path: string, text: string) => {
      await writeFile(join(folder, path), text, 'latin1')
    }
    for (const path of ['l.md', 'l.txt']) await write(other, path, 'caf\xe9\n')
    await other.flint('sync')
    await own.flint('sync')
    for (const path of ['l.md', 'l.txt']) {
      await write(other, path, 'caf\xe9 theirs\n')
      await write(own, path, 'caf\xe9 ours\n')
    }
    await other.flint('sync')
    expect(await toldTwice(own)).toBe(
      'In conflict, with both texts and marks between them:\n  l.md\n  l.txt\nKeep what is right in each, take the marks out, then run flint sync again.\n',
    )
    for (const path of ['l.md', 'l.txt']) await write(own, path, 'caf\xe9 both\n')
    expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
  }))

const shown = '# How\n\n```\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n```\n'

test('marks that a note only shows are not those of its conflict', () =>
  withTwo({ 'how.md': shown }, async (other, own) => {
    await other.send({ 'how.md': null })
    await own.write('how.md', `${shown}\nmore\n`)
    expect(await toldTwice(own)).toContain('others have removed what you have changed')
  }))

test('marks in a note to which both gave another name are taken out before it is sent', () => {
  const text = '# A\n\none\n\ntwo\n\nthree\n'
  return withTwo({ 'a.md': text }, async (other, own) => {
    await other.send({ 'a.md': null, 'b.md': text.replace('one', 'one, theirs') })
    own.git('mv', 'a.md', 'c.md')
    await own.write('c.md', text.replace('one', 'one, ours'))
    expect(await toldTwice(own)).toContain('there under both, with marks where both wrote')
    const marked = await own.read('b.md')
    expect(marked).toContain('<<<<<<<< ours\n')
    own.git('rm', '--quiet', '--force', 'c.md')
    const stdout = expect.stringContaining('both texts and marks between them:\n  b.md\n')
    for (const more of ['', 'more\n']) {
      await own.write('b.md', `${marked}${more}`)
      if (more === '') own.git('add', 'b.md')
      expect(await own.flint('sync')).toMatchObject({ code: 4, stdout })
    }
    await own.write('b.md', text)
    expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
    expect(own.git('ls-files', '*.md')).toBe('b.md\n')
  })
})

test('marks of the length that an attribute says are marks', () =>
  withTwo({ 'a.txt': 'a\n', '.gitattributes': '*.txt conflict-marker-size=10\n' }, async (other, own) => {
    await other.send({ 'a.txt': 'theirs\n' })
    await own.write('a.txt', 'ours\n')
    expect(await toldTwice(own)).toContain('both texts and marks between them:\n  a.txt\n')
  }))

test('what a stash has left in conflict is not sent, whatever kind of file it is', () =>
  withTwo({ 'a.json': '{"a":1}\n' }, async (_, own) => {
    await own.write('a.json', '{"a":2}\n')
    own.git('stash', '--quiet')
    await own.write('a.json', '{"a":3}\n')
    await own.flint('sync')
    expect(() => own.git('stash', 'pop', '--quiet')).toThrow()
    const stdout = expect.stringContaining('though no merge is under way')
    for (const attempt of [1, 2])
      expect({ attempt, ...(await own.flint('sync')) }).toMatchObject({ code: 4, stdout })
    expect(own.git('show', 'HEAD:a.json')).toBe('{"a":3}\n')
    await own.write('a.json', '{"a":4}\n')
    expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
  }))
