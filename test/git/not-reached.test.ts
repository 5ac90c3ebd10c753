import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isOvertaken, notReached } from '../../src/git/git-error.ts'
import { lines } from '../support/lines.ts'
import { runGit, withOne } from '../support/with-clones.ts'

const files = { 'n.md': '# N\n' }
const unread = lines(
  'fatal: Could not read from remote repository.',
  '',
  'Please make sure you have the correct access rights',
  'and the repository exists.',
)

test.each([
  [
    'a hook',
    lines(
      'remote: policy: no notes on sundays        ',
      'remote: error: hook declined to update refs/heads/main        ',
      'To https://ada:secret@example.org/notes.git',
      ' ! [remote rejected] main -> main (hook declined)',
      "error: failed to push some refs to 'https://ada:secret@example.org/notes.git'",
    ),
    '"origin" refuses what is sent, by a hook or a rule of its own: policy: no notes on sundays',
  ],
  [
    'a sign-in',
    `remote: HTTP Basic: Access denied\nfatal: Authentication failed for 'https://ada@example.org/x.git/'\n`,
    '"origin" asks for a sign-in that git does not have, or lets it do nothing: HTTP Basic: Access denied',
  ],
  [
    'a key',
    `git@example.org: Permission denied (publickey).\n${unread}`,
    '"origin" asks for a sign-in that git does not have, or lets it do nothing: git@example.org: Permission denied (publickey).',
  ],
  [
    'an address',
    "fatal: repository 'https://ada:p@ss@example.org/x.git/' not found\n",
    `"origin" is no repository that can be found there: repository 'https://example.org/x.git/' not found`,
  ],
  [
    'a host',
    `ssh: connect to host example.org port 22: No route to host\n${unread}`,
    '"origin" could not be reached: ssh: connect to host example.org port 22: No route to host',
  ],
  [
    'what it does not know',
    "fatal: transport 'ext' not allowed\n",
    '"origin" could not be reached, or takes nothing from here: transport \'ext\' not allowed',
  ],
])('why a remote takes or gives nothing is told by what git says: %s', (_, said, told) => {
  const { message, facts } = notReached('origin', said)
  expect(message).toBe(told)
  expect(JSON.stringify(facts)).not.toMatch(/secret|p@ss/)
})

test.each([
  [' ! [rejected]        main -> main (fetch first)', true],
  [
    "remote: error: cannot lock ref 'refs/heads/main'\n ! [remote rejected] main -> main (failed to update ref)",
    true,
  ],
  [
    'remote: fetch first from the office\n ! [remote rejected] main -> main (pre-receive hook declined)',
    false,
  ],
])('a push that was overtaken is told from one that a hook declines: %s', (said, isSo) => {
  expect(isOvertaken(said)).toBe(isSo)
})

test('what a remote refuses, where none is, and where one wants a password is told by the sync', () =>
  withOne(files, async (ada, { folder }) => {
    const told = async () => (await ada.flint('sync')).stderr
    runGit(`${folder}/hub.git`, 'config', 'receive.hideRefs', 'refs/heads/main')
    await ada.write('n.md', '# More\n')
    expect(await told()).toContain('by a hook or a rule of its own: (deny updating a hidden ref)')

    const server = createServer((_, response) => {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The server listens nowhere.')
    const url = `http://ada:secret@127.0.0.1:${address.port}/notes`
    ada.git('remote', 'set-url', 'origin', url)
    const wanted = await told()
    expect(wanted).toContain('asks for a sign-in that git does not have')
    expect(wanted).not.toContain('secret')
    server.close()
    await once(server, 'close')
    expect(await told()).toContain('"origin" could not be reached')
  }))
