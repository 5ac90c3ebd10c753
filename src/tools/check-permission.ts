import type { VaultConfig } from '../model/vault-config.ts'
import { nameFolders } from '../model/outside-scope.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { planCall, subjectOf, type CallPlan } from './plan-call.ts'
import type { CallInVault, CallInVaults, Tool } from './tool.ts'
import type { ToolContext } from './tool-context.ts'
import { withTimeLimit } from './with-time-limit.ts'

type Permissions = VaultConfig['permissions']
type Call = CallInVault | CallInVaults

/**
 * Lets a call pass that this vault or its owner allows; a reading tool and a dry run always pass. Whoever can be asked
 * is asked: then it is not for the caller to say that the user agreed.
 */
export async function checkPermission(
  tool: Tool,
  args: object,
  call: Call,
  vault: VaultContext,
  ctx: ToolContext,
): Promise<void> {
  if (!mustAsk(tool, call, vault)) return
  const approval = approvalOf(tool, vault)
  if (ctx.session.consent?.has(approval) === true) return
  if (ctx.ask === undefined && tool.isDestructive && call.options.isConfirmed) return
  const plan = await makePlan(tool, call, vault, ctx)
  if (ctx.ask === undefined) throw confirmationRequired(tool, vault, plan)
  const always = `every ${tool.name} in the vault "${vault.id}"`
  await ask({ tool, args, vault, plan, always, approvals: [approval], outside: null }, ctx)
}

/**
 * Lets a call act on the whole vault whose server is limited to some folders of it, once the owner says so. The one
 * question is about the vault's own permissions, too.
 */
export async function checkOutside(
  tool: Tool,
  args: object,
  call: Call,
  vault: VaultContext,
  folders: readonly string[],
  ctx: ToolContext,
): Promise<void> {
  const outside = nameFolders(folders)
  const isReading = !isWriting(tool, call)
  const what = isReading ? 'read' : tool.name
  const own = `outside ${vault.id} ${vault.root} ${what}`
  const approvals = mustAsk(tool, call, vault) ? [own, approvalOf(tool, vault)] : [own]
  const { consent } = ctx.session
  if (approvals.every((approval) => consent?.has(approval) === true)) return
  const plan: CallPlan = isReading ? nothing : await makePlan(tool, call, vault, ctx)
  const always = `every ${what} outside ${outside} in the vault "${vault.id}"`
  await ask({ tool, args, vault, plan, always, approvals, outside }, ctx)
}

interface Request {
  readonly tool: Tool
  readonly args: object
  readonly vault: VaultContext
  readonly plan: CallPlan
  readonly always: string
  /** What "from now on" allows. */
  readonly approvals: readonly string[]
  /** What the call would leave; null where it stays inside. */
  readonly outside: string | null
}

const nothing: CallPlan = { shown: null, changes: [] }

async function ask(request: Request, ctx: ToolContext): Promise<void> {
  const { tool, args, vault, plan, always, approvals, outside } = request
  const { writeQuestion } = await import('./write-question.ts')
  const answer = await ctx.ask?.({
    tool: tool.name,
    text: writeQuestion({ tool, args, vault, plan, outside }),
    always,
    subject: subjectOf(tool, [args, outside], vault, plan),
  })
  switch (answer) {
    case 'always':
      for (const approval of approvals) ctx.session.consent?.remember(approval)
      return
    case 'once':
      return
    case 'denied':
    case 'cancelled':
      throw refused(tool, vault, answer)
    case 'pending':
    case undefined:
      throw refused(tool, vault, 'cancelled')
  }
}

export function isWriting(tool: Tool, { options }: Call): boolean {
  return !tool.annotations.readOnlyHint && !options.isDryRun
}

/** PERMISSION_DENIED for what nobody can allow here. */
function mustAsk(tool: Tool, call: Call, vault: VaultContext): boolean {
  if (!isWriting(tool, call)) return false
  const { write, destructive } = permissionsFor(tool, vault)
  if (write === 'deny') throw denied(tool, vault, 'write')
  if (tool.isDestructive && destructive === 'deny') throw denied(tool, vault, 'destructive')
  return write === 'ask' || (tool.isDestructive && destructive === 'ask')
}

function approvalOf(tool: Tool, vault: VaultContext): string {
  return `${vault.id} ${vault.root} ${tool.name}`
}

async function makePlan(tool: Tool, call: Call, vault: VaultContext, ctx: ToolContext): Promise<CallPlan> {
  if (call.scope !== 'vault') return nothing
  return await withTimeLimit(tool, ctx, (limited) => planCall(tool, call, vault, limited))
}

/** A dialect's caller knows no `confirm`: it is asked about a deletion only where the vault itself says so. */
function permissionsFor(
  { dialect }: Tool,
  { config: { permissions }, asksInWords }: VaultContext,
): Permissions {
  const isSilent = dialect?.asksInWords === true && permissions.destructive === 'ask' && !asksInWords
  return isSilent ? { ...permissions, destructive: 'allow' } : permissions
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
