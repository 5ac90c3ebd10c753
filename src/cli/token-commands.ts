import { readOnly } from './common-options.ts'
import type { FaceInGroup } from './command-face.ts'

/** Commands for the tokens of HTTP clients. */
export const tokenCommands = [
  {
    name: 'token create',
    summary: 'Make a token for a client over HTTP, and print it this once.',
    arguments: [{ name: 'name', about: 'what to call it: the client or the person it is for' }],
    options: [
      { name: 'vaults', value: 'A,B', kind: 'list', about: 'only these vaults', completes: 'vaults' },
      { name: 'folder', value: 'DIR', about: 'only this folder of its vaults' },
      readOnly,
      { name: 'person', about: 'lets a person into the page, and no agent anywhere' },
      { name: 'expires', value: 'WHEN', about: 'until when: 12h, 30d, or a date such as 2027-01-31' },
    ],
    examples: [
      'flint token create laptop',
      'flint token create reader --vaults work,recipes --read-only --expires 30d',
    ],
  },
  {
    name: 'token list',
    summary: 'Show the tokens and what each may do.',
    examples: ['flint token list', 'flint token list --json'],
  },
  {
    name: 'token revoke',
    summary: 'Make a token void at once, in running servers too.',
    arguments: [
      {
        name: 'name',
        about: 'name of the token; or whose access tokens, as the history names them: id.example.com/anna',
      },
    ],
    examples: ['flint token revoke laptop'],
  },
] as const satisfies readonly FaceInGroup[]
