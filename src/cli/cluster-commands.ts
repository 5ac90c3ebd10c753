import type { FaceInGroup } from './command-face.ts'

const clusterOption = {
  name: 'cluster',
  value: 'URL',
  about: 'the PostgreSQL by which they share; cluster.url if left out',
} as const

/** Commands for servers that share vaults. */
export const clusterCommands = [
  {
    name: 'cluster status',
    summary: 'Show the servers that share vaults, and which of them holds each vault.',
    options: [clusterOption],
    examples: ['flint cluster status', 'flint cluster status --cluster postgres://flint@db/flint --json'],
  },
  {
    name: 'cluster drain',
    summary: 'Hand the vaults of a server over to the others, before it is started again.',
    arguments: [
      { name: 'server', about: 'id of the server; the one on this machine if left out', isOptional: true },
    ],
    options: [clusterOption],
    examples: ['flint cluster drain', 'flint cluster drain box-1f0c7a3e'],
  },
] as const satisfies readonly FaceInGroup[]
