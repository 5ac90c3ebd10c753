import { access, chmod, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Clone, withTwo } from '../support/with-clones.ts'

interface Case {
  readonly what: string
  /** Prepares the clone; `run` is a line for the shell that leaves the marker, and goes on with what is given. */
  readonly prepare: (own: Clone, run: (then: string) => string, other: Clone) => Promise<unknown>
  /** What the sync says. */
  readonly said: string
}

const files = { 'a.md': '# A\none\n', 'x.csv': 'x\n', '.gitignore': 'ran\n' }

const cases: readonly Case[] = [
  {
    what: 'a filter whose name holds an equals sign',
    prepare: async (own, run) => {
      own.git('config', 'filter.a=b.clean', run('cat'))
      await own.write('.gitattributes', '*.md filter=a=b\n')
    },
    said: 'filter.a=b.clean',
  },
  {
    what: 'a merge driver whose name begins as that of flint',
    prepare: async (own, run, other) => {
      own.git('config', 'merge.flint.x.driver', run('true'))
      await other.send({ 'x.csv': 'theirs\n' })
      await own.write('.gitattributes', '*.csv merge=flint.x\n')
      await own.write('x.csv', 'ours\n')
    },
    said: 'merge.flint.x.driver',
  },
  {
    what: 'a group of remotes, which git fetches by calls of its own',
    prepare: (own, run) => {
      own.git('config', 'branch.main.remote', 'group')
      own.git('config', 'remotes.group', 'origin origin')
      own.git('config', 'remote.origin.uploadpack', run('git-upload-pack'))
      return Promise.resolve()
    },
    said: '"group", which the branch follows, is no single remote',
  },
  {
    what: 'a remote that has the name of a group',
    prepare: (own, run) => {
      own.git('config', 'remotes.origin', 'origin origin')
      own.git('config', 'remote.origin.uploadpack', run('git-upload-pack'))
      return Promise.resolve()
    },
    said: 'is no single remote',
  },
  {
    what: 'a remote that is an option of git',
    prepare: (own, run) => {
      own.git('config', 'branch.main.remote', `--upload-pack=${run('git-upload-pack')}`)
      return Promise.resolve()
    },
    said: 'is no single remote',
  },
  {
    what: 'a proxy for the protocol of git',
    prepare: async (own, run) => {
      await own.write('../proxy.sh', `#!/bin/sh\n${run('false')}\n`)
      await chmod(join(own.folder, '../proxy.sh'), 0o755)
      own.git('config', 'core.gitProxy', join(own.folder, '../proxy.sh'))
      own.git('config', 'remote.origin.url', 'git://127.0.0.1:1/x')
    },
    said: 'core.gitproxy',
  },
  {
    what: 'a partial clone, which fetches what it lacks on the way',
    prepare: async (own, run, other) => {
      const hub = own.git('config', 'remote.origin.url').trim()
      own.git('config', 'extensions.partialClone', 'evil')
      own.git('config', 'remote.evil.promisor', 'true')
      own.git('config', 'remote.evil.url', hub)
      own.git('config', 'remote.evil.uploadpack', run('git-upload-pack'))
      const lacking = own.git('rev-parse', 'HEAD:a.md').trim()
      await rm(join(own.folder, '.git/objects', lacking.slice(0, 2), lacking.slice(2)))
      await other.send({ 'a.md': '# A\ntheirs\n' })
    },
    said: 'remote.evil.uploadpack',
  },
  {
    what: 'hooks of the folder that it is sent to',
    prepare: async (own, run) => {
      const hub = own.git('config', 'remote.origin.url').trim()
      const hook = join(hub, 'hooks/post-receive')
      await own.write(join('..', 'hub.git/hooks/post-receive'), `#!/bin/sh\n${run('true')}\n`)
      await chmod(hook, 0o755)
      own.git('config', 'remote.origin.url', hub.replace(/\.git$/, ''))
    },
    said: 'hooks/post-receive',
  },
  {
    what: 'settings of the folder that it is sent to',
    prepare: async (own, run, other) => {
      await own.write('../hub.git/config', '[core]\nbare = true\n')
      own.git('config', '--file', '../hub.git/config', 'core.alternateRefsCommand', run('true'))
      await other.write('b.md', 'b\n')
    },
    said: 'core.alternaterefscommand',
  },
  {
    what: 'an address of two lines, each of which names another folder',
    prepare: async (own) => {
      const hub = own.git('config', 'remote.origin.url').trim()
      await rename(hub, `${hub}\nhub`)
      own.git('config', 'remote.origin.url', `${hub}\nhub`)
    },
    said: 'goes over several lines',
  },
  {
    what: 'settings in a file that the sync itself brings',
    prepare: async (own, run, other) => {
      own.git('config', 'include.path', '../brought.md')
      await other.send({
        'brought.md': `[filter "late"]\nclean = "${run('cat')}"\nsmudge = "${run('cat')}"\n`,
        '.gitattributes': '*.csv filter=late\n',
        'x.csv': 'theirs\n',
        'z.csv': 'theirs\n',
      })
    },
    said: '',
  },
  {
    what: 'a program that signs',
    prepare: (own, run) => {
      own.git('config', 'commit.gpgsign', 'true')
      own.git('config', 'gpg.format', 'ssh')
      own.git('config', 'gpg.ssh.program', run('true'))
      own.git('config', 'gpg.ssh.defaultKeyCommand', run('true'))
      return Promise.resolve()
    },
    said: 'gpg.ssh.program',
  },
  {
    what: 'an address that is a program',
    prepare: (own, run) => {
      own.git('config', 'protocol.ext.allow', 'always')
      own.git(
        'config',
        `url.ext::sh -c "${run('true')}" .insteadOf`,
        own.git('config', 'remote.origin.url').trim(),
      )
      return Promise.resolve()
    },
    said: 'could not be reached',
  },
]

describe('nothing of a repository is run by any command that calls git', () => {
  for (const { what, prepare, said } of cases)
    test(what, () =>
      withTwo(files, async (other, own) => {
        const marker = join(own.folder, '..', 'ran')
        await prepare(own, (then) => `touch ${marker}; ${then}`, other)
        await own.flint('create', 'own', 'Own', own.folder)
        await own.write('.flint-note/config.yml', 'history: { git: on }\n')
        await own.flint('call', 'append_to_note', '--json', '{"identifier":"a","content":"mine"}')
        const synced = await own.flint('sync')
        for (const command of [
          ['sync'],
          ['git', 'status'],
          ['doctor'],
          ['history', 'a'],
          ['show', 'a', '--at', 'HEAD'],
          ['undo', '--last'],
          ['sync'],
        ])
          await own.flint(...command)
        expect(synced.stdout + synced.stderr).toContain(said)
        await expect(access(marker)).rejects.toThrow('ENOENT')
      }),
    )
})
