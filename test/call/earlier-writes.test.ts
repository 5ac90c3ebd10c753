import { expect, test } from 'vitest'
import { withVault } from '../support/with-vault.ts'

test('calls that are sent without waiting for the answers before find what those write', () =>
  withVault({}, async ({ call }) => {
    const [made, added, told, moved, read] = await Promise.all([
      call('create_note', { title: 'Plan', content: '## Steps\n\nOne' }),
      call('append_to_note', { identifier: 'Plan', content: 'Two', under: 'Steps' }),
      call('get_note', { identifier: 'Plan' }),
      call('move_note', { identifier: 'Plan', destination_directory: 'done', create_folders: true }),
      call('get_note', { identifier: 'done/plan.md' }),
    ])
    expect([made, added, told, moved, read].map((answer) => answer.error)).toEqual(Array(5).fill(undefined))
    expect(read.content).toBe('## Steps\n\nOne\nTwo')
  }))

test('what earlier calls do not write is not found, and what later ones write is not waited for', () =>
  withVault({}, async ({ call }) => {
    const [before, , other] = await Promise.all([
      call('get_note', { identifier: 'Plan' }),
      call('create_note', { title: 'Plan', content: 'One' }),
      call('get_note', { identifier: 'Other' }),
    ])
    expect([before.error?.code, other.error?.code]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  }))
