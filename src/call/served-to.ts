import type { Served } from './served.ts'
import type { ToolName } from './toolset.ts'
import type { Tool } from './tool.ts'

/** What an agent has that is served these tools: ours, or those of a dialect. */
export function servedTo(tools: readonly Tool[]): Served {
  const find = (name: ToolName) => {
    const theirs = tools[0]?.dialect?.counterparts?.[name] ?? name
    return tools.find((tool) => tool.name === theirs)
  }
  const takes = (parameter: string) => tools.some(({ input }) => parameter in input.shape)
  const vaultParameter = tools[0]?.dialect?.vaultParameter ?? 'vault_id'
  return {
    caller: 'agent',
    has: (name) => tools.some((tool) => tool.name === name),
    tool: (name, ...parameters) => {
      const tool = find(name)
      return tool !== undefined && parameters.every((one) => one in tool.input.shape) ? tool.name : null
    },
    vaultParameter: takes(vaultParameter) ? vaultParameter : null,
    takes,
  }
}
