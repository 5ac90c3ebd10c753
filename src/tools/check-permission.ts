import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { planCall, subjectOf, type CallPlan } from './plan-call.ts'
import type { Question } from './question.ts'
import type { CallInVault, Tool } from './tool.ts'
import type { ToolContext } from './tool-context.ts'
import { withTimeLimit } from './with-time-limit.ts'

/**
 * Lets a call pass that this vault or its owner allows; a reading tool and a dry run always pass. Whoever can be asked
 * is asked: then it is not for the caller to say that the user agreed.
 */
export async function checkPermission(
  tool: Tool,
  args: object,
  call: CallInVault,
  vault: VaultContext,
  ctx: ToolContext,
): Promise<void> {
  if (tool.annotations.readOnlyHint || call.options.isDryRun) return
  const { write, destructive } = vault.config.permissions
  if (write === 'deny') throw denied(tool, vault, 'write')
  if (tool.isDestructive && destructive === 'deny') throw denied(tool, vault, 'destructive')
  if (write !== 'ask' && !(tool.isDestructive && destructive === 'ask')) return
  const { consent } = ctx.session
  const approval = `${vault.id} ${vault.root} ${tool.name}`
  if (consent?.has(approval) === true) return
  if (ctx.ask === undefined && tool.isDestructive && call.options.isConfirmed) return
  const plan = await withTimeLimit(tool, ctx, (limited) => planCall(tool, call, vault, limited))
  if (ctx.ask === undefined) throw confirmationRequired(tool, vault, plan)
  const answer = await ctx.ask(await questionOf(tool, args, vault, plan))
  switch (answer) {
    case 'always':
      consent?.remember(approval)
      return
    case 'once':
      return
    case 'denied':
    case 'cancelled':
      throw refused(tool, vault, answer)
    case 'pending':
      throw confirmationRequired(tool, vault, plan)
  }
}

async function questionOf(tool: Tool, args: object, vault: VaultContext, plan: CallPlan): Promise<Question> {
  const { writeQuestion } = await import('./write-question.ts')
  return {
    tool: tool.name,
    text: writeQuestion(tool, vault, plan),
    always: `every ${tool.name} in the vault "${vault.id}"`,
    subject: subjectOf(tool, args, vault, plan),
  }
}

function denied(tool: Tool, vault: VaultContext, permission: 'write' | 'destructive'): VaultError {
  return new VaultError('PERMISSION_DENIED', `Vault "${vault.id}" does not allow ${tool.name}.`, {
    permission: `permissions.${permission}`,
    hint: "The vault's owner can allow it in .flint-note/config.yml.",
  })
}

function refused(tool: Tool, vault: VaultContext, answer: 'denied' | 'cancelled'): VaultError {
  const message =
    answer === 'denied'
      ? `The user did not allow ${tool.name} in vault "${vault.id}". Nothing was changed.`
      : `The user did not answer whether ${tool.name} in vault "${vault.id}" is allowed. Nothing was changed.`
  return new VaultError('PERMISSION_DENIED', message, {
    answer,
    hint: 'Do not repeat the call: ask the user what to do instead. Where nobody sees the question, the owner of the vault can set permissions in .flint-note/config.yml.',
  })
}

function confirmationRequired(tool: Tool, vault: VaultContext, { shown, changes }: CallPlan): VaultError {
  const files = changes.slice(0, mostNamed).map((change) => ({
    kind: change.kind,
    path: change.path,
    ...('to' in change && { new_path: change.to }),
  }))
  const would = shown ?? (files.length === 0 ? null : { changes: files, file_count: changes.length })
  return new VaultError(
    'CONFIRMATION_REQUIRED',
    `${tool.name} in vault "${vault.id}" must be confirmed. Nothing was changed.`,
    {
      ...(would !== null && { would }),
      hint: tool.isDestructive
        ? `Show the user what would happen; once they agree, call ${tool.name} again with confirm: true.`
        : 'The vault asks before each change, and this client cannot ask: its owner can set permissions.write to allow.',
    },
  )
}

const mostNamed = 20
