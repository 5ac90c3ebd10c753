import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { InputOf, OutputOf } from '../../call/tool.ts'
import { ingest } from '../../tools/ingest/ingest.ts'
import type { Cli } from '../cli.ts'
import { CliError } from '../cli-error.ts'
import type { Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { withoutControls } from '../plain-text.ts'
import { type Position, showProgress } from '../show-progress.ts'

const input = z.object({
  source: z.array(z.string()),
  title: z.string().exactOptional(),
  tags: z.array(z.string()).exactOptional(),
  follow: z.boolean().default(false),
})

type Ingested = OutputOf<typeof ingest>

interface Failed {
  readonly source: string
  readonly error: unknown
}

/** `flint ingest SOURCE…`: one after the other; a failure does not stop the rest. */
export async function ingestCommand(given: unknown, cli: Cli): Promise<Outcome> {
  const { source: sources, title, tags, follow } = input.parse(given)
  const results: object[] = []
  const failed: Failed[] = []
  const lines: string[] = []
  for (const [index, source] of sources.entries()) {
    const args = {
      source: locate(source, cli.cwd),
      depth: follow ? 1 : 0,
      ...(tags !== undefined && { tags }),
      ...(title !== undefined && { title }),
    }
    try {
      const data = await ingestOne(args, `${index + 1}/${sources.length} ${source}`, cli)
      results.push(data)
      lines.push(...describe(source, data))
    } catch (error) {
      if (!(error instanceof CliError) || sources.length === 1) throw error
      failed.push({ source, error: error.content })
      lines.push(`${withoutControls(source)}: ${withoutControls(error.message)}`)
    }
  }
  return {
    data: sources.length === 1 ? results[0] : { results, failed },
    text: lines.join('\n'),
    ...(failed.length > 0 && { exitCode: exitCodes.failure }),
  }
}

/** A file in the working directory counts before one of the vault. */
function locate(source: string, cwd: string): string {
  const file = resolve(cwd, source)
  return existsSync(file) ? file : source
}

async function ingestOne(args: InputOf<typeof ingest>, label: string, cli: Cli): Promise<Ingested> {
  let position: Position = { done: 0, total: 0 }
  const { isJson, terminal, streams } = cli
  const work = cli.call(ingest, args, {
    mayReadAnywhere: true,
    progress: (done, total = 0) => {
      position = { done, total }
    },
  })
  return await showProgress(work, {
    stderr: terminal.canAsk && !isJson ? streams.stderr : null,
    title: `Ingesting ${withoutControls(label)}`,
    position: () => position,
  })
}

function describe(source: string, data: Ingested): readonly string[] {
  const { note_path: path, created, changed, warnings = [], ingested_sources: others = [] } = data
  const did = created ? 'Created' : changed ? 'Updated' : 'Nothing new in'
  return [
    `${did} ${path} from ${withoutControls(source)}.`,
    ...warnings.map((warning) => `  ${withoutControls(warning)}`),
    ...others.map(
      (other) =>
        `  ${other.created ? 'Created' : 'Kept'} ${other.note_path} from ${withoutControls(other.url)}.`,
    ),
  ]
}
