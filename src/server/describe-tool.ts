import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { listedSchema, toolOutputSchema } from '../call/tool-schema.ts'
import type { Tool } from '../call/tool.ts'

/** Tools as `tools/list` shows them. */
export function describeTools(tools: readonly Tool[], withOutput: boolean): readonly ListedTool[] {
  return tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: listedSchema(tool),
    ...(withOutput && { outputSchema: toolOutputSchema(tool) }),
    annotations: { openWorldHint: false, ...tool.annotations },
    _meta: { 'flint-note/toolset': tool.toolset },
  }))
}
