import { dryRun, limit, yes } from './common-options.ts'
import type { FaceInGroup } from './command-face.ts'

/** Commands that show what was written, take it back, or answer for it. */
export const changeCommands = [
  {
    name: 'history',
    besideCluster: 'history',
    aliases: ['log'],
    summary: 'Show what flint has changed, the newest first; of a note its commits, too.',
    arguments: [
      { name: 'note', about: 'only this note, under all its names', isOptional: true, completes: 'notes' },
    ],
    options: [
      { name: 'since', value: 'TIME', about: 'from then on: 2026-01-31, 2026-01-31T09:00:00Z, or 7d' },
      { name: 'by', value: 'NAME', about: 'only of this client, token or person; cli for commands' },
      limit('most changes to show (20)'),
    ],
    examples: ['flint history', 'flint history projects/site.md', 'flint history --since 1d --json'],
  },
  {
    name: 'undo',
    besideCluster: 'history',
    summary: 'Take changes back: every file as it was.',
    arguments: [
      {
        name: 'id',
        about: 'of the changes, as flint history shows them',
        isMany: true,
        isOptional: true,
        completes: 'changes',
      },
    ],
    options: [
      { name: 'last', about: 'the newest change that is not undone' },
      {
        name: 'since',
        value: 'TIME',
        about: 'every change from then on, the newest first: 10min, 1h, 2026-01-31',
      },
      {
        name: 'by',
        value: 'NAME',
        about: 'with --since or --last: only what this client, token or person changed',
      },
      dryRun,
      { ...yes, about: 'do not ask, where --since means several' },
    ],
    examples: ['flint undo 42', 'flint undo 27 26', 'flint undo --last --dry-run', 'flint undo --since 1h'],
  },
  {
    name: 'approve',
    summary: 'Answer what agents wait to be allowed.',
    arguments: [{ name: 'id', about: 'of the question, as flint approve shows it', isOptional: true }],
    options: [
      { name: 'always', about: 'from now on, for as long as its server or token lasts' },
      { name: 'deny', about: 'no: nothing is changed' },
    ],
    opensVault: false,
    examples: ['flint approve', 'flint approve 3f9c2a71d0', 'flint approve 3f9c2a71d0 --deny'],
  },
] as const satisfies readonly FaceInGroup[]
