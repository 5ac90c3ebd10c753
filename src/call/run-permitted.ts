import { OutsideScope } from '../model/outside-scope.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { checkOutside, checkPermission } from './check-permission.ts'
import type { AskedFreshness } from './asked-freshness.ts'
import type { CallInVault, CallInVaults, PageRange, Tool } from './tool.ts'
import type { ToolContext } from './tool-context.ts'
import { withTimeLimit } from './with-time-limit.ts'

/**
 * Runs a call in its vault once it may. A call that turns out to leave the folders that its server is limited to has
 * done nothing by then: where the owner can be asked and agrees, it is run once more, on the whole vault.
 */
export async function runPermitted(
  tool: Tool,
  args: object,
  call: CallInVault | CallInVaults,
  { vault: opened, asked }: { readonly vault: VaultContext; readonly asked: AskedFreshness },
  ctx: ToolContext,
  range?: PageRange,
): Promise<object> {
  const { readOnlyHint: isReading } = tool.annotations
  const run = (where: VaultContext) =>
    withTimeLimit(tool, ctx, (limited) =>
      call.run(isReading ? where : where.view({ signal: limited.signal }), limited, range),
    )
  const vault = asked.watch(opened, ctx)
  try {
    checkFolders(args, vault)
    // A person who is asked takes the time it takes.
    return await run(await checkPermission(tool, args, call, vault, ctx))
  } catch (error) {
    if (!(error instanceof OutsideScope) || vault.scope === null) throw error
    if (ctx.whole === undefined || ctx.ask === undefined) throw error
    const whole = asked.watch(await ctx.whole.open(vault.id), ctx)
    await checkOutside(tool, args, call, whole, vault.scope.folders, ctx)
    return await run(whole)
  }
}

/** A folder that is asked for by name and may not be seen is told so: an empty list would say that it is empty. */
function checkFolders(args: object, { scope, files }: VaultContext): void {
  if (scope === null) return
  const one = 'directory' in args ? args.directory : undefined
  const several = 'directories' in args ? args.directories : undefined
  for (const folder of [one, several].flat())
    if (typeof folder === 'string') scope.checkFolder(files.toFolder(folder.replace(/^\/+/, '')))
}
