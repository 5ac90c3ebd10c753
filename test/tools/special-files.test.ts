import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { withVault } from '../support/with-vault.ts'
import { hashOf } from '../support/hash-files.ts'

const kinds = [
  ['socket.md', 'a socket'],
  ['pipe.md', 'a pipe'],
  ['device.md', 'OUTSIDE_VAULT'],
  ['folder.md', 'folder'],
  ['loop.md', 'leads back to itself'],
] as const

test.skipIf(process.platform === 'win32')(
  'what lies under the name of a note and is no file is named as what it is, and nobody waits for it',
  () =>
    withVault({ 'a.md': 'The word zebra.\n', 'inside/b.md': '' }, async ({ at, call, restart }) => {
      const server = createServer()
      await restart(async () => {
        server.listen(at('socket.md'))
        await once(server, 'listening')
        execFileSync('mkfifo', [at('pipe.md')])
        await symlink('/dev/zero', at('device.md'))
        await mkdir(at('folder.md'))
        await symlink('loop.md', at('loop.md'))
      })
      try {
        for (const [path, what] of kinds) {
          const hash = hashOf('')
          const calls = [
            ['get_note', { identifier: path }],
            ['get_note_info', { identifier: path }],
            ['get_notes', { identifiers: [path] }],
            ['append_to_note', { identifier: path, content: 'x' }],
            ['upsert_note', { identifier: path, content: 'x' }],
            ['update_note', { identifier: path, content: 'x', content_hash: hash }],
            ['move_note', { identifier: path, to: 'inside/c.md' }],
            ['rename_note', { identifier: path, new_title: 'x', rename_file: true }],
            ['delete_note', { identifier: path, mode: 'permanent', confirm: true }],
            ['create_note', { title: 'x', template: path }],
            ['ingest', { source: path }],
            ['get_backlinks', { identifier: path }],
          ] as const
          for (const [tool, args] of calls) {
            const answer = JSON.stringify(await call(tool, args))
            expect(answer, `${tool} ${path}`).not.toMatch(/INTERNAL_ERROR|not indexed/)
          }
          const told = JSON.stringify(
            (await call('append_to_note', { identifier: path, content: 'x' })).error,
          )
          expect(told, path).toContain(what)
        }
        expect((await call('search_text', { pattern: 'zebra' })).results).toHaveLength(1)
        expect((await call('list_notes')).total).toBeGreaterThan(0)
        for (const tool of ['check_vault_health', 'find_broken_links', 'reindex_vault', 'get_vault_info'])
          expect(
            (await call(tool, tool === 'reindex_vault' ? { confirm: true } : {})).error,
            tool,
          ).toBeUndefined()
      } finally {
        server.close()
        await rm(at('socket.md'), { force: true })
      }
    }),
)
