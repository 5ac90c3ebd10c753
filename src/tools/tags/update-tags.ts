import { z } from 'zod'
import { hashParameter, noteParameter } from '../../call/common-input.ts'
import { checkTag } from '../check-tag.ts'
import { normalizeKey } from '../../model/normalize-key.ts'
import { VaultError } from '../../model/vault-error.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toWritten, writtenShape } from '../write-output.ts'

const tags = z.array(z.string().min(1).max(200)).max(100).default([])

export const updateTags = defineVaultTool({
  name: 'update_tags',
  title: 'Add and remove tags',
  toolset: 'tags',
  description:
    'Add and remove tags of one note, inline or in frontmatter, wherever it keeps them; nothing else changes. Returns the tags before and after. For a tag in the whole vault use rename_tag.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  errors: ['VALIDATION_FAILED'],
  input: z.object({
    identifier: noteParameter,
    add_tags: tags.describe('Tags to add.'),
    remove_tags: tags.describe('Tags to remove; those below them stay.'),
    content_hash: hashParameter.optional(),
  }),
  output: z.object({
    id: z.string(),
    path: z.string(),
    previous_tags: z.array(z.string()),
    new_tags: z.array(z.string()),
    ...writtenShape,
  }),
  async handler({ identifier, add_tags: added, remove_tags: removed, content_hash: contentHash }, vault) {
    const { tagStyle } = vault.settings
    const add = added.map((tag) => checkTag(tag, tagStyle))
    // What is to go may have been written by a program that knows other rules.
    const remove = removed.map((tag) => tag.trim().replace(/^#/, ''))
    checkRequest(add, remove)
    const change = { add, remove, tagStyle }
    const written = await vault.writer.edit(
      identifier,
      { tool: 'update_tags', dryRun: false, contentHash },
      async ({ file, type }) => {
        const changed = await vault.textWork.run('changeTags', file.text, change)
        return { ...changed, warnings: await vault.notes.misfits(type, file.text, changed.text) }
      },
    )
    return {
      id: written.path,
      path: written.path,
      previous_tags: [...written.facts.previous],
      new_tags: [...written.facts.now],
      ...toWritten(written, false),
    }
  },
})

function checkRequest(add: readonly string[], remove: readonly string[]): void {
  if (add.length === 0 && remove.length === 0) {
    throw new VaultError('INVALID_ARGUMENT', 'Give add_tags, remove_tags or both.', {
      hint: 'Each is a list of tags, with or without #.',
    })
  }
  const removed = new Set(remove.map(normalizeKey))
  const both = add.find((tag) => removed.has(normalizeKey(tag)))
  if (both === undefined && !removed.has('')) return
  throw new VaultError(
    'INVALID_ARGUMENT',
    both === undefined
      ? 'remove_tags names an empty tag.'
      : `"${both}" is both in add_tags and in remove_tags.`,
    { hint: 'Leave it out of one of the lists.' },
  )
}
