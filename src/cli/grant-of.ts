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
  const folder = token?.folder ?? null
  const mayManage = vaults === null && folder === null
  const own = { ...choice, readOnly: choice.readOnly === true || token?.readOnly === true }
  return {
    vaults: new TokenVaults(hub, { vaults, mayManage, canSwitch: token !== null }),
    instructions: writeInstructions(own),
    async tools() {
      // Nothing keeps a call to a folder yet: whoever is limited to one must not reach the rest.
      if (folder !== null) return []
      const picked = pickTools(await tools(), own)
      return mayManage ? picked : picked.filter((tool) => !changesTheList(tool))
    },
  }
}

/** Not for who may know only a part of what is there. */
function changesTheList({ name }: Tool): boolean {
  return name === 'create_vault' || name === 'remove_vault'
}
