import type { App } from '../app.ts'
import type { Bearer } from '../model/access-token.ts'
import { isInside } from '../model/note-path.ts'
import type { Environment } from '../registry/config-folder.ts'
import { tokenVaults } from '../access/token-vaults.ts'
import type { Grant } from '../server/http-callers.ts'
import { writeInstructions } from '../server/write-instructions.ts'
import { sandboxVaults } from '../dialects/sandbox-vaults.ts'
import { narrowVaults } from '../call/narrow-vaults.ts'
import { pickTools, type ToolChoice } from '../call/pick-tools.ts'
import { serveScope, type ScopeOptions } from './serve-scope.ts'

/**
 * What the bearer of a token (null: a caller without one) sees: only its vaults and folders, only the tools it may use.
 */
export function grantOf(
  token: Bearer | null,
  { hub, tools, activeOf }: Pick<App, 'hub' | 'tools'> & Partial<Pick<App, 'activeOf'>>,
  choice: ToolChoice,
  scoped: ScopeOptions & { readonly env: Environment },
): Grant {
  const granted = token?.vaults ?? null
  const folder = token?.folder ?? null
  const mayManage = granted === null && folder === null && scoped.scope === null
  const own = { ...choice, readOnly: choice.readOnly === true || token?.readOnly === true }
  const reached = tokenVaults(
    hub,
    { vaults: granted, mayManage, canSwitch: token !== null },
    token === null ? undefined : activeOf?.(token.id),
  )
  const vaults = sandboxVaults(reached, { ...scoped, dialect: choice.dialect })
  return {
    vaults: narrowVaults(vaults, {
      within: async (vault) => inBoth(folder, await serveScope(vault, scoped)),
      mayManage: true,
    }),
    // A server's limit may be lifted by asking; that of a token never.
    ...(folder === null && { whole: vaults }),
    instructions: writeInstructions(own),
    async tools() {
      const isHidden = (name: string) =>
        (!mayManage && changesList.has(name)) || (folder !== null && name === 'reindex_vault')
      return pickTools(await tools(choice.dialect), own).filter(({ name }) => !isHidden(name))
    },
  }
}

/** The intersection of a server's folder (null: everything) with a token's folders. */
function inBoth(folder: string | null, scope: readonly string[] | null): readonly string[] | null {
  if (folder === null) return scope
  if (scope === null) return [folder]
  return scope.flatMap((other) =>
    isInside(other, folder) ? [other] : isInside(folder, other) ? [folder] : [],
  )
}

/** A caller who knows only part of the list may not change it, nor what it tells the others of a vault. */
const changesList: ReadonlySet<string> = new Set(['create_vault', 'update_vault', 'remove_vault'])
