import { access, chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Repository } from '../../src/git/repository.ts'
import { refuseSettings } from '../../src/git/refuse-settings.ts'
import { withOne, withTwo } from '../support/with-clones.ts'

test('flint runs nothing that a repository brings, and says which of its settings it did not follow', () =>
  withTwo(
    { 'a.md': 'a\n', '.gitattributes': '*.md diff=evil merge=evil\n*.csv filter=evil\n' },
    async (ada, bob) => {
      const run = (name: string) => `touch ${join(ada.folder, '..', `ran-${name}`)}; cat`
      const settings = {
        'core.fsmonitor': run('fsmonitor'),
        'core.sshCommand': run('ssh'),
        'core.pager': run('pager'),
        'core.editor': run('editor'),
        'core.askPass': run('askpass'),
        'core.alternateRefsCommand': run('alternates'),
        'credential.helper': `!${run('credential')}`,
        'filter.evil.clean': run('clean'),
        'filter.evil.smudge': run('smudge'),
        'filter.evil.process': run('process'),
        'filter.evil.required': 'true',
        'merge.evil.driver': run('driver'),
        'diff.evil.textconv': run('textconv'),
        'diff.evil.command': run('diff'),
        'diff.external': run('external'),
        'gpg.program': run('gpg'),
        'remote.origin.uploadpack': `${run('upload')} | git-upload-pack`,
        'remote.origin.receivepack': `${run('receive')} | git-receive-pack`,
        'submodule.inner.update': `!${run('submodule')}`,
        'protocol.ext.allow': 'always',
      }
      await bob.write('a.md', 'a\n\nfrom bob\n')
      await bob.flint('sync')
      for (const [name, value] of Object.entries(settings)) ada.git('config', name, value)
      for (const hook of [
        'pre-commit',
        'post-commit',
        'commit-msg',
        'post-merge',
        'pre-push',
        'post-checkout',
        'post-index-change',
        'reference-transaction',
      ]) {
        await ada.write(`.git/hooks/${hook}`, `#!/bin/sh\n${run(`hook-${hook}`)}\n`)
        ada.git('config', 'core.fileMode', 'false')
        await chmod(join(ada.folder, '.git/hooks', hook), 0o755)
      }
      await ada.write('b.md', 'b\n')
      await ada.write('a.md', 'from ada\n\na\n')
      const { code, stderr } = await ada.flint('sync')
      expect({ code, stderr }).toMatchObject({ code: 0 })
      await ada.flint('create', 'own', 'Own', ada.folder)
      await ada.write('.flint-note/config.yml', 'history: { git: on }\n')
      await ada.flint('call', 'append_to_note', '--json', '{"identifier":"b","content":"more"}')
      expect(ada.git('log', '-1', '--format=%s')).toBe('append_to_note: b.md\n')
      const status = await ada.flint('git', 'status')
      for (const name of Object.keys(settings))
        expect(status.stdout.toLowerCase(), name).toContain(name.toLowerCase())
      await ada.flint('git', 'setup', '--yes')
      await ada.flint('git', 'remove', '--yes')
      await ada.write('c.csv', 'c\n')
      expect(await ada.flint('sync')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('c.csv needs'),
      })
      const ran: string[] = []
      for (const name of [...Object.values(settings), ...hookNames].flatMap(
        (value) => /ran-[\w-]+/.exec(value)?.[0] ?? [],
      )) {
        await access(join(ada.folder, '..', name)).then(
          () => ran.push(name),
          () => undefined,
        )
      }
      expect(ran).toEqual([])
      expect(await ada.read('a.md')).toBe('from ada\n\na\n\nfrom bob\n')
      for (const name of Object.keys(settings))
        expect(stderr.toLowerCase(), name).toContain(name.toLowerCase())
    },
  ))

const hookNames = [
  'ran-hook-pre-commit',
  'ran-hook-post-commit',
  'ran-hook-commit-msg',
  'ran-hook-post-merge',
  'ran-hook-pre-push',
  'ran-hook-post-checkout',
  'ran-hook-post-index-change',
  'ran-hook-reference-transaction',
]

test('hooks that are not run are named as what was not followed, samples and others are not', () =>
  withTwo({ 'a.md': 'a\n' }, async (_, own) => {
    for (const [hook, mode] of [
      ['pre-commit', 0o755],
      ['pre-push', 0o755],
      ['commit-msg', 0o644],
      ['post-update', 0o755],
      ['pre-merge-commit.sample', 0o755],
    ] as const) {
      await own.write(`.git/hooks/${hook}`, '#!/bin/sh\nexit 1\n')
      await chmod(join(own.folder, '.git/hooks', hook), mode)
    }
    const named = ['hooks/pre-commit', 'hooks/pre-push']
    for (const text of ['a\n', 'a\nmore\n']) {
      await own.write('a.md', text)
      const { code, stderr } = await own.flint('sync')
      expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining(named.join(', ')) })
      expect(JSON.parse((await own.flint('sync', '--json')).stdout).refused).toEqual(named)
      expect((await own.flint('git', 'status')).stdout).toContain(`ignored    ${named.join(', ')}`)
    }
    own.git('worktree', 'add', '--quiet', '../second')
    expect((await Repository.find(join(own.folder, '../second')))?.notFollowed).toEqual(named)
    own.git('config', 'core.hooksPath', 'elsewhere')
    expect(JSON.parse((await own.flint('git', 'status', '--json')).stdout).refused).toEqual([
      'core.hookspath',
    ])
  }))

test('hooks in the folder that the settings of the user name are named, too, and not run', () =>
  withOne({ 'a.md': 'a\n' }, async (own, flint) => {
    await own.write('../hooks/pre-commit', '#!/bin/sh\nexit 1\n')
    await own.write('.git/hooks/pre-push', '#!/bin/sh\nexit 1\n')
    for (const hook of ['../hooks/pre-commit', '.git/hooks/pre-push'])
      await chmod(join(own.folder, hook), 0o755)
    await own.write('../settings', '[core]\nhooksPath = ../hooks\n')
    await own.write('a.md', 'more\n')
    const env = {
      FLINT_CONFIG_DIR: `${own.folder}.config`,
      FLINT_DATA_DIR: `${own.folder}.data`,
      GIT_CONFIG_GLOBAL: join(own.folder, '../settings'),
    }
    const { stdout } = await flint.run(['sync', '--json'], { cwd: own.folder, env, isProcess: true })
    expect(JSON.parse(stdout)).toMatchObject({ committed: 1, refused: ['../hooks/pre-commit'] })
  }))

test('what is written down of a merge is no option of git', () =>
  withOne({ 'a.md': 'a\n' }, async (own) => {
    await own.write('.git/MERGE_MSG', 'merge\n')
    await own.write('.git/MERGE_HEAD', `--output=${own.folder}/made\nHEAD\n`)
    expect((await own.flint('sync')).stderr).toContain('brings in what others have not sent')
    await expect(access(join(own.folder, 'made'))).rejects.toThrow('ENOENT')
  }))

test('settings that run nothing are followed', () => {
  const names = ['user.name', 'core.autocrlf', 'merge.flint.driver', 'remote.origin.url']
  expect(refuseSettings(names.map((name) => ({ name, value: 'x', isOwn: true })))).toEqual([])
})
