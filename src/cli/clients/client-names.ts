/** The MCP clients that `flint config print` writes for. */
export const clientNames = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'codex',
  'gemini',
  'opencode',
  'zed',
  'windsurf',
  'cline',
  'goose',
] as const

export type ClientName = (typeof clientNames)[number]
