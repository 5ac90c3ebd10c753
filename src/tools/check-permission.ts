import type { VaultConfig } from '../model/vault-config.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { CallInVault, Tool } from './tool.ts'
import type { ToolContext } from './tool-context.ts'

type Permissions = VaultConfig['permissions']

/** Lets a call pass that this vault allows; a reading tool and a dry run always pass. */
export async function checkPermission(
  tool: Tool,
  call: CallInVault,
  vault: VaultContext,
  ctx: ToolContext,
): Promise<void> {
  if (tool.annotations.readOnlyHint || call.options.isDryRun) return
  const { write, destructive } = permissionsFor(tool, vault)
  if (write === 'deny') throw denied(tool, vault, 'write')
  if (tool.isDestructive && destructive === 'deny') throw denied(tool, vault, 'destructive')
  const isAsked = write === 'ask' || (tool.isDestructive && destructive === 'ask')
  if (isAsked && !(tool.isDestructive && call.options.isConfirmed)) {
    throw confirmationRequired(tool, vault, await call.preview(vault, ctx))
  }
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

function confirmationRequired(tool: Tool, vault: VaultContext, would: string | object | null): VaultError {
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
