import type { PermissionSource, VaultConfig } from '../model/vault-config.ts'
import { nameFolders } from '../model/outside-scope.ts'
import { VaultError } from '../model/vault-error.ts'
import { nameConfig, vaultConfigPath } from '../model/vault-config-path.ts'
import type { ReadOnly } from '../vault/vault-condition.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { askOwner, settleQuestion } from './ask-owner.ts'
import { callOf, planCall, subjectOf, type CallPlan } from './plan-call.ts'
import type { CallInVault, CallInVaults, Tool } from './tool.ts'
import { isAtTerminal, type ToolContext } from './tool-context.ts'
import { withTimeLimit } from './with-time-limit.ts'

type Permissions = VaultConfig['permissions']
type Call = CallInVault | CallInVaults

/**
 * Lets a call pass that this vault or its owner allows; a reading tool and a dry run always pass. Whoever can be asked
 * is asked: then it is not for the caller to say that the user agreed. Returns the vault in which the call may run.
 */
export async function checkPermission(
  tool: Tool,
  args: object,
  call: Call,
  vault: VaultContext,
  ctx: ToolContext,
): Promise<VaultContext> {
  const judge = judgeOf(tool, call, vault)
  if (judge === 'nobody') return vault
  const approval = approvalOf(tool, vault)
  if (ctx.session.consent?.has(approval) === true) return vault
  const canAsk = ctx.ask !== undefined && (judge === 'owner' || isAtTerminal(ctx))
  if (!canAsk && tool.isDestructive && call.options.isConfirmed) {
    await settleQuestion({ call: callOf(tool, args, vault, ctx) }, ctx)
    return vault
  }
  const planAgain = () => makePlan(tool, call, vault, ctx)
  const plan = await planAgain()
  // Where nothing fits there is nothing to ask about.
  if (tool.isDestructive && plan.isNothing) return unchanging(tool, vault)
  if (judge === 'caller' && !canAsk) throw confirmationRequired(tool, vault, plan, judge)
  const always = `every ${tool.name} in the vault "${vault.id}"`
  await ask({ tool, args, vault, plan, planAgain, always, approvals: [approval], outside: null }, ctx)
  return vault
}

/** A view in which nothing is changed, should there be something by now. */
function unchanging(tool: Tool, vault: VaultContext): VaultContext {
  return vault.view({
    foresee: (changes) => {
      if (changes.length > 0) throw changedMeanwhile(tool, vault)
    },
  })
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
  const judge = judgeOf(tool, call, vault)
  const planAgain = () => makePlan(tool, call, vault, ctx)
  const request = async (what: string, plan: CallPlan, more: readonly string[]): Promise<void> => {
    const approvals = [`outside ${vault.id} ${vault.root} ${what}`, ...more]
    if (approvals.every((approval) => ctx.session.consent?.has(approval) === true)) return
    const always = `every ${what} outside ${outside} in the vault "${vault.id}"`
    await ask(
      { tool, args, vault, plan, ...(plan !== nothing && { planAgain }), always, approvals, outside },
      ctx,
    )
  }
  if (!isWriting(tool, call)) {
    await request('read', nothing, [])
    return
  }
  let plan: CallPlan
  try {
    plan = await planAgain()
  } catch (error) {
    // Why it cannot be done is told by what lies there: to hear that is to read.
    await request('read', nothing, [])
    throw error
  }
  await request(tool.name, plan, judge === 'nobody' ? [] : [approvalOf(tool, vault)])
}

interface Request {
  readonly tool: Tool
  readonly args: object
  readonly vault: VaultContext
  readonly plan: CallPlan
  /** What it would do by now; left out where nothing would change. */
  readonly planAgain?: () => Promise<CallPlan>
  readonly always: string
  /** What "from now on" allows. */
  readonly approvals: readonly string[]
  /** What the call would leave; null where it stays inside. */
  readonly outside: string | null
}

const nothing: CallPlan = { shown: null, changes: [], isNothing: false }

async function ask(request: Request, ctx: ToolContext): Promise<void> {
  const { tool, args, vault, plan, planAgain, always, approvals, outside } = request
  const subjectIn = (what: CallPlan) => subjectOf(tool, [args, outside, ctx.bearer ?? null], vault, what)
  const { writeQuestion } = await import('./write-question.ts')
  const question = {
    tool: tool.name,
    vault: vault.id,
    text: await writeQuestion({ tool, args, vault, plan, outside }),
    always,
    subject: subjectIn(plan),
    call: callOf(tool, args, vault, ctx),
  }
  const answer = await askOwner(question, ctx)
  switch (answer) {
    case 'always':
      for (const approval of approvals) ctx.session.consent?.remember(approval)
      return
    case 'once':
      // The owner at a terminal takes their time. Of all others the call is made anew once the answer is there.
      if (
        ctx.questions === undefined &&
        planAgain !== undefined &&
        subjectIn(await planAgain()) !== question.subject
      )
        throw changedMeanwhile(tool, vault)
      return
    case 'denied':
    case 'cancelled':
      throw refused(tool, vault, answer)
    case 'pending':
      if (ctx.ask === undefined) throw confirmationRequired(tool, vault, plan, 'owner', ctx)
      throw refused(tool, vault, 'cancelled')
  }
}

export function isWriting(tool: Tool, { options }: Call): boolean {
  return !tool.annotations.readOnlyHint && !options.isDryRun
}

/** Who has to agree to a call. PERMISSION_DENIED for what nobody can allow here. */
function judgeOf(tool: Tool, call: Call, vault: VaultContext): 'nobody' | 'caller' | 'owner' {
  if (!isWriting(tool, call)) return 'nobody'
  const { readOnly } = vault.condition
  if (readOnly !== null) throw notNow(tool, vault, readOnly)
  const { write, destructive } = permissionsIn(vault, tool)
  if (write === 'deny') throw denied(tool, vault, 'write')
  if (tool.isDestructive && destructive === 'deny') throw denied(tool, vault, 'destructive')
  if (write === 'ask' || (tool.isDestructive && destructive === 'ask')) return 'owner'
  return tool.isDestructive && destructive === 'confirm' ? 'caller' : 'nobody'
}

function approvalOf(tool: Tool, vault: VaultContext): string {
  return `${vault.id} ${vault.root} ${tool.name}`
}

async function makePlan(tool: Tool, call: Call, vault: VaultContext, ctx: ToolContext): Promise<CallPlan> {
  if (call.scope !== 'vault') return nothing
  return await withTimeLimit(tool, ctx, (limited) => planCall(tool, call, vault, limited))
}

function permissionsFor(
  { dialect }: Tool,
  { permissions, said }: Pick<PermissionSource, 'permissions' | 'said'>,
): Permissions {
  return dialect?.permissions?.(permissions, said) ?? permissions
}

function permissionsIn({ config, reading }: VaultContext, tool: Tool): Permissions {
  return permissionsFor(tool, { permissions: config.permissions, said: reading.said })
}

/** The files in which a permission is as strict as it is: the vault's own settings, or those of a vault around it. */
function settingsOf(tool: Tool, vault: VaultContext, permission: 'write' | 'destructive'): string {
  const strictness = permissionsIn(vault, tool)[permission]
  const files = vault.reading.permissionSources
    .filter((source) => permissionsFor(tool, source)[permission] === strictness)
    .map(({ file }) => nameConfig(file))
  return files.length === 0 ? vaultConfigPath : files.join(' and ')
}

function askingSettings(tool: Tool, vault: VaultContext): string {
  const isEachChange = permissionsIn(vault, tool).write === 'ask'
  return settingsOf(tool, vault, isEachChange ? 'write' : 'destructive')
}

function denied(tool: Tool, vault: VaultContext, permission: 'write' | 'destructive'): VaultError {
  return new VaultError('PERMISSION_DENIED', `Vault "${vault.id}" does not allow ${tool.name}.`, {
    permission: `permissions.${permission}`,
    hint: `The vault's owner can allow it in ${settingsOf(tool, vault, permission)}.`,
  })
}

function notNow(tool: Tool, { id }: VaultContext, { cause, why, cure }: ReadOnly): VaultError {
  const when =
    cause === 'settings'
      ? `while the settings of vault "${id}" cannot be read`
      : `in vault "${id}" here, as nothing that undoes it can be kept`
  return new VaultError('PERMISSION_DENIED', `${tool.name} is not allowed ${when}. ${why}`, {
    hint: `The vault can be read meanwhile. ${cure}`,
  })
}

function refused(tool: Tool, vault: VaultContext, answer: 'denied' | 'cancelled'): VaultError {
  const message =
    answer === 'denied'
      ? `The user did not allow ${tool.name} in vault "${vault.id}". Nothing was changed.`
      : `The user did not answer whether ${tool.name} in vault "${vault.id}" is allowed. Nothing was changed.`
  return new VaultError('PERMISSION_DENIED', message, {
    answer,
    hint: { kind: 'accept-no', settings: askingSettings(tool, vault) },
  })
}

function changedMeanwhile(tool: Tool, vault: VaultContext): VaultError {
  return new VaultError(
    'PERMISSION_DENIED',
    `What ${tool.name} would do in vault "${vault.id}" became something else meanwhile. Nothing was changed.`,
    { hint: 'Repeat the call: it is asked about as things are now.' },
  )
}

function confirmationRequired(
  tool: Tool,
  vault: VaultContext,
  { shown, changes }: CallPlan,
  judge: 'caller' | 'owner',
  ctx?: ToolContext,
): VaultError {
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
      hint: [
        tool.isDestructive
          ? {
              kind: 'confirm',
              tool: tool.name,
              isForOwner: judge === 'owner',
              hasDryRun: Object.hasOwn(tool.input.shape, 'dry_run'),
            }
          : howToBeAsked(settingsOf(tool, vault, 'write'), ctx !== undefined && isAtTerminal(ctx)),
        ...(ctx?.questions === undefined ? [] : [{ kind: 'await-owner' } as const]),
      ],
    },
  )
}

function howToBeAsked(settings: string, isOwner: boolean): string {
  return isOwner
    ? `Each change is asked about here: run the command at a terminal, or set permissions.write to allow in ${settings}.`
    : `Each change is asked about here, and this client cannot ask: the vault's owner can set permissions.write to allow in ${settings}.`
}

const mostNamed = 20
