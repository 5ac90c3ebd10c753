import { expect, test } from 'vitest'
import { withVault } from '../../support/with-vault.ts'

test("Logseq's backups are no notes, and a labelled link follows its page", () =>
  withVault(
    {
      'logseq/config.edn': '{}',
      'logseq/bak/pages/Alpha/old.md': '- [[Alpha]]\n- [ ] stale\n',
      'journals/2024_01_31.md': '- [label]([[Alpha]]) [two words]([[Alpha|x y]])\n',
      'pages/Alpha.md': 'alias:: Al\n\n- hello\n',
    },
    async ({ call, read }) => {
      expect(await call('get_todos', {})).toMatchObject({ total: 0 })
      await call('rename_note', { identifier: 'Alpha', new_title: 'Omega', rename_file: true })
      expect(await read('journals/2024_01_31.md')).toBe('- [label]([[omega]]) [two words]([[omega|x y]])\n')
      expect(await read('logseq/bak/pages/Alpha/old.md')).toContain('[[Alpha]]')
    },
  ))
