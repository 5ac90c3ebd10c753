import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { listedSchema, toolOutputSchema } from '../call/tool-schema.ts'
import type { Tool } from '../call/tool.ts'

/** A tool as `tools/list` shows it. */
function describeTool(tool: Tool, withOutput: boolean): ListedTool {
  const { name, title, description, annotations, toolset } = tool
  return {
    name,
    title,
    description,
    inputSchema: listedSchema(tool),
    ...(withOutput && { outputSchema: toolOutputSchema(tool) }),
    annotations: { openWorldHint: false, ...annotations },
    _meta: { 'flint-note/toolset': toolset },
  }
}

export function describeTools(tools: readonly Tool[], withOutput: boolean): readonly ListedTool[] {
  return tools.map((tool) => describeTool(tool, withOutput))
}
