import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { serveStdio } from '../../server/serve-stdio.ts'
import { writeInstructions } from '../../server/write-instructions.ts'
import { checkToolsets, pickTools } from '../../tools/pick-tools.ts'
import type { Cli } from '../cli.ts'

const input = z.object({
  toolsets: z.array(z.string()).exactOptional(),
  tools: z.array(z.string()).exactOptional(),
  readOnly: z.boolean().default(false),
  outputSchemas: z.boolean().default(false),
})

/**
 * `flint serve`. Answers `initialize` before any vault or tool is loaded; the active vault is opened as soon as the
 * client has its first answer, so that indexing has begun when the first question comes.
 */
export async function serve(given: unknown, cli: Cli): Promise<null> {
  const { outputSchemas, ...choice } = input.parse(given)
  checkToolsets(choice)
  // A wrong name must be told at the start, not to an agent later.
  if (choice.tools !== undefined) pickTools(await cli.app.tools(), choice)
  cli.logAsServer()
  await serveStdio({
    version: cli.version,
    tools: async () => pickTools(await cli.app.tools(), choice),
    instructions: writeInstructions(choice),
    vaults: cli.app.hub,
    session: { id: randomUUID() },
    log: cli.log,
    now: () => new Date(),
    outputSchemas,
    onFirstAnswer: () => void openActiveVault(cli),
    close: () => cli.app.close(),
  })
  return null
}

async function openActiveVault({ app: { hub }, log }: Cli): Promise<void> {
  try {
    const current = await hub.current()
    if (current !== null) await hub.open(current.id)
  } catch (error) {
    // Calls that need the vault say the same to the agent, each with the way out.
    log.error('the active vault cannot be opened', { error })
  }
}
