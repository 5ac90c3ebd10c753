import { yes } from './common-options.ts'
import type { FaceInGroup } from './command-face.ts'

/** Commands on the git repository that a vault lies in. */
export const gitCommands = [
  {
    name: 'sync',
    summary: 'Commit, fetch, merge and push the notes with git.',
    examples: ['flint sync', 'flint sync --vault work'],
  },
  {
    name: 'git status',
    summary: 'Show what is not committed, not sent or in conflict.',
    examples: ['flint git status'],
  },
  {
    name: 'git setup',
    summary: 'Have git merge notes by their structure in this repository.',
    options: [yes],
    examples: ['flint git setup'],
  },
  {
    name: 'git remove',
    summary: 'Take back what flint git setup put there.',
    options: [yes],
    examples: ['flint git remove'],
  },
  {
    name: 'merge',
    summary: 'Merge two versions of a note into the second file.',
    arguments: [
      { name: 'base', about: 'file with what both began with', completes: 'files' },
      { name: 'ours', about: 'file with one version; gets the outcome', completes: 'files' },
      { name: 'theirs', about: 'file with the other version', completes: 'files' },
    ],
    options: [
      { name: 'path', value: 'PATH', about: 'what the file is called, where these have other names' },
      { name: 'marker-size', value: 'N', kind: 'integer', about: 'length of the marks of a conflict; 7' },
    ],
    examples: ['flint merge base.md mine.md yours.md'],
  },
] as const satisfies readonly FaceInGroup[]
