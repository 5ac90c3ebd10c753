import { expect, test } from 'vitest'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'

const body = ['# Excalidraw Data', '', '## Text Elements', 'Hello', '', '%%', '## Drawing', 'x', '%%']

test('a drawing is not called after the heading of its data, which a new title leaves alone', () =>
  withVault(
    { 'one.excalidraw.md': lines('---', 'excalidraw-plugin: parsed', '---', ...body) },
    async ({ call, read }) => {
      const before = await call('get_note_info', { identifier: 'one.excalidraw' })
      expect(before).toMatchObject({ title: 'one.excalidraw' })
      await call('rename_note', { identifier: 'one.excalidraw', new_title: 'Picture' })
      expect(await read('one.excalidraw.md')).toBe(
        lines('---', 'excalidraw-plugin: parsed', 'title: Picture', '---', ...body),
      )
      const after = await call('get_note_info', { identifier: 'one.excalidraw' })
      expect(after).toMatchObject({ title: 'Picture' })
    },
  ))
