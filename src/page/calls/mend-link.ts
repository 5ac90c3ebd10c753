import { z } from 'zod'
import { noteParameter } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { VaultError } from '../../model/vault-error.ts'
import { toWritten, writtenShape } from '../../tools/write-output.ts'

/** A click on the note that a broken link probably means. What only looks like the link, in code for example, stays. */
export const mendLink = defineVaultTool({
  name: 'mend_link',
  title: 'Lead a broken link to a note',
  toolset: 'person',
  description:
    'Have all links of a note that say one name lead to another note; their words and headings stay.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  errors: ['CONFLICT', 'TEXT_NOT_FOUND'],
  input: z.object({
    identifier: noteParameter,
    target: z.string().min(1).max(2_000).describe('What the links say, as `target_title` of a broken link.'),
    to: noteParameter.describe('The note that they shall lead to.'),
  }),
  output: z.object({ id: z.string(), links: z.number(), ...writtenShape }),
  async handler({ identifier, target, to }, vault) {
    const goal = await vault.finder.find(to)
    let links = 0
    const written = await vault.writer.edit(
      identifier,
      { tool: 'mend_link', dryRun: false },
      async ({ file }) => {
        const { path } = file
        const result = await vault.textWork.run('aimLinks', file.text, { path, target, to: goal })
        if (result.kind === 'impossible')
          throw new VaultError(
            'CONFLICT',
            `The link to "${target}" in ${path} cannot be made to lead there.`,
            {
              path,
              hint: 'Change it by hand.',
            },
          )
        if (result.count === 0)
          throw new VaultError('TEXT_NOT_FOUND', `${path} has no link to "${target}" any more.`, {
            path,
            hint: 'Look at the broken links anew.',
          })
        links = result.count
        return { text: result.text }
      },
    )
    return { id: written.path, links, ...toWritten(written, false) }
  },
})
