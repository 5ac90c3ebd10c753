import type { Tool } from './tool.ts'

/** Every tool, in the fixed order in which lists show them. */
export const allTools: readonly Tool[] = []
