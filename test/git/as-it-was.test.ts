import { readdir, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { callTool } from '../../src/call/call-tool.ts'
import { narrowVaults } from '../../src/call/narrow-vaults.ts'
import { allTools } from '../../src/tools/index.ts'
import { lines } from '../support/lines.ts'
import { runGit, withOne } from '../support/with-clones.ts'
import { withVault } from '../support/with-vault.ts'
import { toyContext } from '../tools/toy-tools.ts'

const files = { 'plan.md': '# Plan\n\nfirst\n', 'hub.md': '[[plan]]\n' }

test('get_note reads a note as a change left it, at a date and in a commit, under the name that it had then', () =>
  withVault(files, async ({ at, call, write }) => {
    const git = (...args: readonly string[]) => runGit(at(''), ...args)
    git('init', '--quiet', '--initial-branch=main')
    git('config', 'user.name', 'Ada')
    git('config', 'user.email', 'ada@example.org')
    const commit = (subject: string, day: string) => {
      git('add', '--all')
      git('commit', '--quiet', '--author=Ada <ada@example.org>', `--date=${day}T12:00:00Z`, '-m', subject)
      return git('rev-parse', 'HEAD').trim()
    }
    const first = commit('first', '2026-01-01')
    await write('plan.md', '# Plan\n\nsecond, by an editor\n')
    commit('second', '2026-01-02')
    git('mv', 'plan.md', 'scheme.md')
    commit('renamed by git', '2026-01-03')
    await call('reindex_vault', { confirm: true })
    const { change_id: added } = await call(
      'append_to_note',
      { identifier: 'scheme', content: 'third' },
      'client x',
    )
    await call('move_note', { identifier: 'scheme', to: 'old/design.md', create_folders: true })
    await call('append_to_note', { identifier: 'design', content: 'fourth' })

    const past = await call('get_note', { identifier: 'design', revision: added })
    expect(past).toMatchObject({
      id: 'scheme.md',
      content: '# Plan\n\nsecond, by an editor\nthird\n',
      as_of: {
        said: `As change ${added} (append_to_note) left it; not the present text.`,
        change_id: added,
        by: 'client x',
      },
    })
    expect(past).not.toHaveProperty('content_hash')
    expect(await call('get_note', { identifier: 'design', revision: first })).toMatchObject({
      id: 'plan.md',
      content: '# Plan\n\nfirst\n',
      as_of: {
        commit: first,
        by: 'Ada',
        said: `As in commit ${first.slice(0, 10)}: first; not the present text.`,
      },
    })
    expect(
      await call('get_note', { identifier: 'design', revision: 'HEAD~1', fields: ['content'] }),
    ).toMatchObject({
      content: '# Plan\n\nsecond, by an editor\n',
      as_of: { said: expect.stringContaining('not the present text') },
    })
    expect((await call('get_note', { identifier: 'design', revision: '1d' })).error.code).toBe('NOT_FOUND')
    expect(await call('get_note', { identifier: 'design', revision: 'today', start_line: -1 })).toMatchObject(
      {
        id: 'old/design.md',
        content: expect.stringContaining('fourth'),
      },
    )
    git('tag', '777')
    for (const revision of ['nowhere', '--output=x', '^HEAD', '999', '9999', '777', `${first}:hub.md`])
      expect((await call('get_note', { identifier: 'design', revision })).error.code, revision).toBe(
        'NOT_FOUND',
      )
  }))

test('flint show --at and flint history join the changes of flint and the commits of git', () =>
  withOne(files, async (ada) => {
    await ada.flint('create', 'own', 'Own', ada.folder)
    await ada.write('.flint-note/config.yml', 'history: { git: on }\n')
    ada.git('mv', 'plan.md', 'scheme.md')
    ada.git('commit', '--quiet', '--all', '-m', 'moved by hand')
    await ada.flint('call', 'append_to_note', '--json', '{"identifier":"scheme","content":"second"}')
    await ada.flint('mv', 'scheme', 'design.md')
    const tip = ada.git('rev-parse', 'HEAD').slice(0, 8)

    const shown = await ada.flint('show', 'design', '--at', 'HEAD~2')
    expect(shown.stdout).toBe(files['plan.md'])
    expect(shown.stderr).toContain('moved by hand; not the present text.')
    expect((await ada.flint('show', 'design', '--at', '1')).stdout).toBe(
      lines('# Plan', '', 'first', 'second'),
    )

    const rows = (await ada.flint('history', 'design')).stdout.trimEnd().split('\n')
    expect(rows[0]).toMatch(/^ID +TIME +BY +TOOL +FILES +COMMIT$/)
    expect(rows[1]).toMatch(new RegExp(`^2 .* cli +move_note .* ${tip}$`))
    expect(rows[2]).toMatch(/^1 .* cli +append_to_note +scheme\.md/)
    expect(rows[3]).toMatch(/ ada +git +moved by hand/)
    expect(rows[4]).toMatch(/ ada +git +first/)
    expect(rows).toHaveLength(5)
  }))

test('what a commit says of itself is no commit more, and no option of git', () =>
  withOne(files, async (ada) => {
    await ada.write('plan.md', '# Plan\n\nsecond\n')
    const forged = '\u0001--output=made\u001F2030-01-01T00:00:00Z\u001Fme\u001Fx\u001F1/1\u0001'
    ada.git('commit', '--quiet', '--all', '--author=Ada \u001FLovelace <a@b.c>', '-m', `hi${forged}`)
    const shown = await ada.flint('show', 'plan', '--at', '2090-01-01')
    expect(shown, shown.stderr).toMatchObject({ code: 0, stdout: '# Plan\n\nsecond\n' })
    const { commits } = JSON.parse((await ada.flint('history', 'plan', '--json')).stdout)
    expect(commits).toMatchObject([
      { commit: ada.git('rev-parse', 'HEAD').trim(), author: 'Ada \u001FLovelace', subject: `hi${forged}` },
      { author: 'ada', subject: 'first' },
    ])
    expect((await readdir(ada.folder)).sort()).toEqual(['.flint-note', '.git', 'hub.md', 'plan.md'])
  }))

test('before the first commit git has nothing of a note, and where its objects are gone that is not known', () =>
  withVault(files, async ({ at, call }) => {
    const git = (...args: readonly string[]) => runGit(at(''), ...args)
    git('init', '--quiet', '--initial-branch=main')
    git('config', 'user.name', 'Ada')
    git('config', 'user.email', 'ada@example.org')
    const asked = { identifier: 'plan', revision: '2026-01-02' }
    expect((await call('get_note', asked)).error.code).toBe('NOT_FOUND')
    git('add', '--all')
    git('commit', '--quiet', '-m', 'first')
    await rm(at(`.git/objects/${git('rev-parse', 'HEAD').trim().replace(/^../, '$&/')}`))
    expect((await call('get_note', asked)).error).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('what git has is not known'),
    })
  }))

test('where git does not work in the repository, what it has of a note is not known, and that is said', () =>
  withOne(files, async (ada) => {
    await ada.flint('call', 'append_to_note', '--json', '{"identifier":"plan","content":"second"}')
    await ada.write('.git/config', '[core\n')
    const history = await ada.flint('history', 'plan')
    expect(history.stdout).toContain('append_to_note')
    expect(history.stderr).toContain('Its commits are not known: git does not work in this repository')
    expect((await ada.flint('show', 'plan', '--at', '1')).stdout).toContain('second')
    const { code, stderr } = await ada.flint('show', 'plan', '--at', 'HEAD')
    expect({ code, stderr }).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('what git has is not known'),
    })
    expect(stderr).toContain('git does not work in this repository')
    expect(stderr).not.toContain('in no git repository')
  }))

test('who sees one folder is told of commits that touched the note, and of no others', () =>
  withVault(
    { 'in/plan.md': '# Plan\n\nfirst\n', 'out/secret.md': '# Secret\n', 'out/moved.md': '# Moved\n' },
    async ({ at, hub, write, call }) => {
      const git = (...args: readonly string[]) => runGit(at(''), ...args)
      git('init', '--quiet', '--initial-branch=main')
      git('config', 'user.name', 'Ada')
      git('config', 'user.email', 'ada@example.org')
      const commit = (subject: string) => {
        git('add', '--all')
        git('commit', '--quiet', '-m', subject)
        return git('rev-parse', 'HEAD').trim()
      }
      const own = commit('first')
      await write('out/secret.md', '# Secret\n\nmore\n')
      const other = commit('quiet words')
      git('branch', 'hidden')
      const vaults = narrowVaults(hub, {
        within: () => ({ folders: ['in'], by: ['server'] }),
        mayManage: false,
      })
      const read = async (revision: string, identifier = 'in/plan.md') => {
        const args = { identifier, revision }
        return JSON.parse((await callTool(allTools, 'get_note', args, { ...toyContext(), vaults })).text)
      }
      for (const revision of [own, own.slice(0, 8), '2090-01-01'])
        expect(await read(revision)).toMatchObject({ content: '# Plan\n\nfirst\n', as_of: { commit: own } })
      for (const revision of [other, 'HEAD', 'HEAD~1', 'hidden', 'HEAD^{/quiet}', 'HEAD^{/absent}'])
        expect((await read(revision)).error).toMatchObject({
          code: 'NOT_FOUND',
          message: `Nothing is kept of in/plan.md at ${revision}.`,
        })
      // Nor is it told that a note lay outside before it was moved here.
      await call('move_note', { identifier: 'out/moved.md', destination_directory: 'in' })
      commit('moved')
      for (const revision of [own, other])
        expect((await read(revision, 'in/moved.md')).error).toMatchObject({
          code: 'NOT_FOUND',
          message: `Nothing is kept of in/moved.md at ${revision}.`,
        })
    },
  ))
