import type { App } from '../app.ts'
import type { AccessToken } from '../model/access-token.ts'
import { TokenVaults } from '../registry/token-vaults.ts'
import type { Grant } from '../server/http-callers.ts'
import { writeInstructions } from '../server/write-instructions.ts'
import { pickTools, type ToolChoice } from '../tools/pick-tools.ts'
import type { Tool } from '../tools/tool.ts'

/** What the bearer of a token (null: somebody without one) sees: no other vault, no tool that it may not use. */
export function grantOf(
  token: AccessToken | null,
  { hub, tools }: Pick<App, 'hub' | 'tools'>,
  choice: ToolChoice,
): Grant {
  const vaults = token?.vaults ?? null
  const own = { ...choice, readOnly: choice.readOnly === true || token?.readOnly === true }
  return {
    vaults: new TokenVaults(hub, { vaults, canSwitch: token !== null }),
    instructions: writeInstructions(own),
    async tools() {
      // Nothing keeps a call to a folder yet: whoever is limited to one must not reach the rest.
      if (token !== null && token.folder !== null) return []
      const picked = pickTools(await tools(), own)
      return vaults === null ? picked : picked.filter((tool) => !isForAllVaults(tool))
    },
  }
}

/** What changes the list of vaults is not for who may know only some of them. */
function isForAllVaults({ name }: Tool): boolean {
  return name === 'create_vault' || name === 'remove_vault'
}
