import type { FaceInGroup } from './command-face.ts'

const model = 'id of the model; flint models list shows them'

/** Commands for embedding models. */
export const modelCommands = [
  {
    name: 'models list',
    summary: 'List the embedding models: which are here, and which one is in use.',
    examples: ['flint models list', 'flint models list --vault work'],
  },
  {
    name: 'models pull',
    summary: 'Download a model. A download that broke off goes on where it was.',
    clearsAway: true,
    arguments: [{ name: 'id', about: model }],
    options: [
      {
        name: 'from',
        value: 'ARCHIVE',
        about: 'take this .tar.gz instead: a file, or an address',
        completes: 'files',
      },
    ],
    examples: [
      'flint models pull bge-small-en-v1.5',
      'flint models pull bge-small-en-v1.5 --from ~/Downloads/fast-bge-small-en-v1.5.tar.gz',
    ],
  },
  {
    name: 'models use',
    summary: 'Choose the model for all your vaults, or with --vault for one.',
    arguments: [{ name: 'model', about: `${model}; or a folder, default, or none`, completes: 'folders' }],
    examples: [
      'flint models use bge-small-en-v1.5',
      'flint models use none --vault work',
      'flint models use ~/models/my-model',
    ],
  },
  {
    name: 'models pause',
    summary: 'Make no new vectors for now. What has some is still found by its meaning.',
    examples: ['flint models pause'],
  },
  {
    name: 'models resume',
    summary: 'Go on with making vectors.',
    examples: ['flint models resume'],
  },
  {
    name: 'models remove',
    summary: 'Delete a downloaded model from this machine.',
    arguments: [{ name: 'id', about: model }],
    examples: ['flint models remove bge-small-en-v1.5'],
  },
] as const satisfies readonly FaceInGroup[]
