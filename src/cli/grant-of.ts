import type { App } from '../app.ts'
import type { Bearer } from '../model/access-token.ts'
import { isInside } from '../model/note-path.ts'
import type { ScopeLimit } from '../model/scope-limit.ts'
import { tokenVaults } from '../access/token-vaults.ts'
import type { Grant } from '../server/http-callers.ts'
import { writeInstructions } from '../server/write-instructions.ts'
import { sandboxVaults } from '../dialects/sandbox-vaults.ts'
import { narrowVaults } from '../call/narrow-vaults.ts'
import { pickTools, type ToolChoice } from '../call/pick-tools.ts'
import type { CalledBearer, CallLimits, ServedBy } from './call-limits.ts'
import { serveScope, spelledFolder } from './serve-scope.ts'

type GrantedFrom = Pick<App, 'hub' | 'tools'> & Partial<Pick<App, 'activeOf'>>

/**
 * What the bearer of a token (null: a caller without one) sees: only its vaults and folders, only the tools it may use.
 * `called` is the bearer of a call that another server has passed on, as that one knows them: both rights have to allow
 * what is done.
 */
export function grantOf(
  token: Bearer | null,
  { hub, tools, activeOf }: GrantedFrom,
  choice: ToolChoice,
  scoped: ServedBy['scoped'],
  called: CalledBearer | null = null,
): Grant {
  const granted = token?.vaults ?? null
  const also = called?.vaults ?? null
  const folders = [token?.folder ?? null, called?.folder ?? null].filter((folder) => folder !== null)
  const isLimited = granted !== null || also !== null || folders.length > 0
  const mayManage = !isLimited && scoped.scope === null
  const readOnly = [choice, token, called].some((one) => one?.readOnly === true)
  const own = { ...choice, readOnly }
  const reached = tokenVaults(
    hub,
    {
      vaults: granted,
      places: token?.places,
      created: token?.created,
      also,
      mayManage,
      canSwitch: token !== null,
    },
    token === null ? undefined : activeOf?.((called ?? token).id),
  )
  const vaults = sandboxVaults(reached, { ...scoped, dialect: choice.dialect })
  return {
    vaults: narrowVaults(vaults, {
      within: async (vault) => {
        const limit = await serveScope(vault, scoped)
        const named = await Promise.all(folders.map((folder) => spelledFolder(vault.root, folder)))
        return named.reduce<ScopeLimit | null>(inBoth, limit)
      },
      mayManage: true,
    }),
    // A server's limit may be lifted by asking; that of a token never.
    ...(folders.length === 0 && { whole: vaults }),
    instructions: writeInstructions(own),
    async tools() {
      const isHidden = (name: string) =>
        (!mayManage && changesList.has(name)) || (folders.length > 0 && name === 'reindex_vault')
      const all = await tools(choice.dialect)
      // A tool that the other server has may not be there on this one.
      const named =
        called === null ? own.tools : own.tools?.filter((name) => all.some((one) => one.name === name))
      return pickTools(all, named === undefined ? own : { ...own, tools: named }).filter(
        ({ name }) => !isHidden(name),
      )
    },
  }
}

/** What a bearer may do by a call that another server has passed on: what both servers allow, by that one's options. */
export function grantWithin(
  token: Bearer | null,
  app: GrantedFrom,
  { choice, scoped, bearer }: CallLimits,
): Grant {
  return grantOf(token, app, choice, scoped, bearer)
}

/** The intersection of a limit (null: none) with the folder of a token. */
function inBoth(limit: ScopeLimit | null, folder: string): ScopeLimit {
  if (limit === null) return { folders: [folder], by: ['token'] }
  const folders = limit.folders.flatMap((other) =>
    isInside(other, folder) ? [other] : isInside(folder, other) ? [folder] : [],
  )
  return { folders, by: [...new Set([...limit.by, 'token' as const])] }
}

/** A caller who knows only part of the list may not change it, nor what it tells the others of a vault. */
const changesList: ReadonlySet<string> = new Set(['create_vault', 'update_vault', 'remove_vault'])
