import type { PermissionSource } from '../../model/vault-config.ts'
import { OutsideScope } from '../../model/outside-scope.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { PlannedVault } from '../../registry/vault-access.ts'
import { askOwner } from '../../call/ask-owner.ts'
import { hashOf } from '../../call/plan-call.ts'
import { oneLine } from '../../call/write-question.ts'
import type { ToolContext } from '../../call/tool-context.ts'

/**
 * Lets a vault be made or adopted where nothing speaks against it: a vault around the folder has to allow writing, there,
 * and settings that count for more once the user has registered their vault are for the user to accept, not for an agent.
 */
export async function approveVault(
  { folder, around, limit, ignored }: PlannedVault,
  args: { readonly id: string },
  ctx: ToolContext,
): Promise<void> {
  if (around.fault !== null) {
    throw denied(`The settings of that vault cannot be read. ${around.fault}`, around.sources)
  }
  if (around.permissions?.write === 'deny') {
    const denying = around.sources.filter(({ permissions }) => permissions.write === 'deny')
    throw denied('Its permissions.write is deny.', denying)
  }
  // Its folders are those of a vault that is not there yet.
  if (limit !== null && ctx.ask === undefined) throw new OutsideScope({ ...limit, folders: [] })
  const reasons = [
    ...(limit === null ? [] : [leaves]),
    ...(around.permissions?.write === 'ask' ? [asks] : []),
    // The person who types the command registers the vault.
    ...(ignored.length > 0 && ctx.mayReadAnywhere !== true
      ? [[counts, ...ignored.map(oneLine)].join('\n- ')]
      : []),
  ]
  const approval = `create_vault ${folder}`
  if (reasons.length === 0 || ctx.session.consent?.has(approval) === true) return
  const answer = await askOwner(
    {
      tool: 'create_vault',
      vault: args.id,
      text: [`Allow create_vault to make a vault of ${oneLine(folder)}?`, ...reasons].join('\n\n'),
      always: `create_vault for ${oneLine(folder)}`,
      subject: hashOf([args, folder, reasons]),
      call: hashOf(['create_vault', args]),
    },
    ctx,
  )
  if (answer === 'pending' && ctx.ask === undefined) throw confirmationRequired(reasons, ctx)
  ctx.signal.throwIfAborted()
  if (answer === 'always') ctx.session.consent?.remember(approval)
  if (answer !== 'always' && answer !== 'once') throw refused(answer)
}

const leaves =
  'It lies in the folder of a vault, outside what this server may use of that one, and would be no part of it any more.'
const asks =
  'It lies in the folder of a vault that asks before each change, and would be no part of it any more.'
const counts = 'From then on these settings of the folder, which did not count before, do:'

function denied(reason: string, sources: readonly PermissionSource[]): VaultError {
  const files = sources.map(({ file }) => file).join(' and ')
  return new VaultError(
    'PERMISSION_DENIED',
    `create_vault is not allowed in the folder of a vault that may not be written. ${reason}`,
    {
      permission: 'permissions.write',
      hint: `Choose a folder elsewhere, or ask that vault's owner to allow it in ${files} (from the folder of the new one).`,
    },
  )
}

function confirmationRequired(reasons: readonly string[], { questions }: ToolContext): VaultError {
  return new VaultError(
    'CONFIRMATION_REQUIRED',
    `The user has to agree to that, and cannot be asked here. Nothing was made. ${reasons.join(' ')}`,
    {
      hint: [
        'Show the user that.',
        { kind: 'make-vault-by-hand' },
        ...(questions === undefined ? [] : [{ kind: 'await-owner' } as const]),
      ],
    },
  )
}

function refused(answer: string): VaultError {
  return new VaultError('PERMISSION_DENIED', 'The user did not agree to that vault. Nothing was made.', {
    answer: answer === 'denied' ? answer : 'cancelled',
    hint: { kind: 'accept-no', settings: null },
  })
}
