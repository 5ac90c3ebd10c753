import { z } from 'zod'
import { defineVaultsTool } from '../../call/define-tool.ts'
import { findLines as find, sayLeftOut, textInput, textLine } from '../../tools/search/search-text.ts'

/** Of more lines than are shown so many are counted. */
const mostCounted = 5_000

export const findLines = defineVaultsTool({
  name: 'find_lines',
  title: 'Lines of notes',
  toolset: 'person',
  description:
    'Lines by a regular expression or fixed text, as many as a person wants, or the first of each file.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'results', limit: 500, max: 1_000_000 },
  maxBytes: 100_000_000,
  errors: ['QUERY_REJECTED'],
  input: textInput.extend({
    include_archived: z.boolean().default(false).describe('archives/ too.'),
    first_only: z.boolean().default(false).describe('Only the first line of each file.'),
  }),
  output: z.object({
    results: z.array(textLine),
    more: z.boolean().describe('Whether there are more than total.'),
    stopped: z.boolean().describe('Whether it took too long.'),
    unread: z
      .string()
      .optional()
      .describe('What was not searched, as the system does not let flint read it, or has too long a line.'),
  }),
  async handler({ first_only: isFirstOnly, include_archived: withArchive, ...asked }, vault, { signal }) {
    const most = Math.max(asked.offset + asked.limit, mostCounted)
    const how = { most, signal, isFirstOnly, withArchive, filterName: '--in' }
    const { isCut, unread, tooLong, ...found } = await find(vault, asked, how)
    return { ...found, more: isCut, stopped: signal.aborted, unread: sayLeftOut({ unread, tooLong }) }
  },
  merge: (joined, parts) => ({
    ...joined,
    more: parts.some(({ more }) => more),
    stopped: parts.some(({ stopped }) => stopped),
    unread: parts.find(({ unread }) => unread)?.unread,
  }),
})
