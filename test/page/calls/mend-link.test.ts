import { expect, test } from 'vitest'
import { mendLink } from '../../../src/page/calls/mend-link.ts'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'

const options = { tools: [mendLink] }
const call = { identifier: 'in/a.md', target: 'Plan', to: 'plans/Plan 2025.md' }

test('the links of a note that say a name lead elsewhere; what only looks like one stays', () =>
  withVault(
    {
      'in/a.md': lines(
        '---',
        'up: "[[Plan]]"',
        '---',
        'See [[Plan|it]], ![[Plan#Goals]], [[Plan 2]] and [[plan b]].',
        'Not `[[Plan|it]]`:',
        '```',
        '[[Plan]]',
        '```',
      ),
      'plans/Plan 2025.md': '# Plan 2025\n',
    },
    async ({ call: ask, read }) => {
      expect(await ask('mend_link', call)).toMatchObject({ id: 'in/a.md', links: 3 })
      expect(await read('in/a.md')).toBe(
        lines(
          '---',
          'up: "[[plans/Plan 2025]]"',
          '---',
          'See [[plans/Plan 2025|it]], ![[plans/Plan 2025#Goals]], [[Plan 2]] and [[plan b]].',
          'Not `[[Plan|it]]`:',
          '```',
          '[[Plan]]',
          '```',
        ),
      )
    },
    options,
  ))

test('a Markdown link is written from its own folder, as an address', () =>
  withVault(
    { 'in/a.md': 'A [plan](Plan.md#goals "title").\n', 'plans/Plan 2025.md': '# Plan 2025\n' },
    async ({ call: ask, read }) => {
      await ask('mend_link', { ...call, target: 'Plan.md' })
      expect(await read('in/a.md')).toBe('A [plan](../plans/Plan%202025.md#goals "title").\n')
    },
    options,
  ))

test('a note without that link is left as it is', () =>
  withVault(
    { 'in/a.md': '`[[Plan]]`\n', 'plans/Plan 2025.md': '# Plan 2025\n' },
    async ({ call: ask, read }) => {
      expect((await ask('mend_link', call)).error).toMatchObject({ code: 'TEXT_NOT_FOUND' })
      expect(await read('in/a.md')).toBe('`[[Plan]]`\n')
    },
    options,
  ))
