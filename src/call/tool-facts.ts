import type { ToolFacts } from './tool.ts'
import { defined } from '../model/defined.ts'

type Given = Omit<ToolFacts, 'timeLimit' | 'maxBytes' | 'errors'> & {
  readonly timeLimit?: number | undefined
  readonly maxBytes?: number | undefined
}

/** The facts alone of what a tool is defined by; what is left out there is left out here. */
export function toolFacts({
  name,
  title,
  toolset,
  description,
  annotations,
  timeLimit,
  maxBytes,
  rest,
  takesAnyFolder,
  marksUntrusted,
  keepsRows,
}: Given): Omit<ToolFacts, 'errors'> {
  return {
    name,
    title,
    toolset,
    description,
    annotations,
    ...defined({ timeLimit, maxBytes, rest, takesAnyFolder, marksUntrusted, keepsRows }),
  }
}
