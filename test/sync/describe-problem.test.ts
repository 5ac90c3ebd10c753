import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeProblem } from '../../src/sync/describe-problem.ts'
import { FolderAway } from '../../src/sync/folder-now.ts'
import { withFolder } from '../support/with-folder.ts'

function thrown(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return null
}

const coded = (code: string, about: object) =>
  Object.assign(new Error(`${code}: refused`), { code, ...about })

test('what fails in the folder of the vault is told of the vault, and what to mend', () =>
  withFolder({ 'vault/': '' }, (folder) => {
    const root = join(folder, 'vault')
    const ofVault = (error: unknown) => describeProblem(error, root)
    expect(ofVault(new FolderAway('Not there.'))).toEqual({
      ...{ reason: 'vault', problem: { message: 'Not there.', cure: null } },
    })
    const missing = ofVault(thrown(() => readFileSync(join(root, 'a.md'))))
    expect(missing).toMatchObject({ reason: 'vault', problem: { cure: null } })
    expect(missing.problem.message).toBe("The vault's folder cannot be read (ENOENT).")
    for (const code of ['EACCES', 'EPERM'])
      expect(ofVault(coded(code, { syscall: 'open', path: join(root, 'a.md') }))).toEqual({
        reason: 'vault',
        problem: { message: `The vault's folder cannot be read (${code}).`, cure: 'Mend its permissions.' },
      })
    expect(ofVault(coded('EMFILE', { syscall: 'scandir', path: root })).problem.cure).toContain('ulimit -n')
    // Reading a file that is open names no path.
    expect(ofVault(coded('EIO', { syscall: 'read' }))).toMatchObject({ reason: 'vault' })
    return Promise.resolve()
  }))

test('all else is told of the index: the cause in the machine, or the words of the error', () =>
  withFolder({ 'file.txt': '' }, (folder) => {
    const root = join(folder, 'vault')
    expect(describeProblem(new Error('Odd.'), root)).toEqual({
      ...{ reason: 'index', problem: { message: 'Odd.', cure: null } },
    })
    expect(describeProblem('odd', root)).toMatchObject({ reason: 'index' })
    const elsewhere = describeProblem(
      thrown(() => {
        mkdirSync(join(folder, 'file.txt'))
      }),
      root,
    )
    expect(elsewhere.reason).toBe('index')
    expect(elsewhere.problem.message).toContain('Something else lies')
    expect(elsewhere.problem.cure).toContain('Move it away')
    return Promise.resolve()
  }))
