import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { OutputOf } from '../../call/tool.ts'
import { ingest } from '../../tools/ingest/ingest.ts'
import { defined } from '../../model/defined.ts'
import type { Cli } from '../cli.ts'
import { CliError } from '../cli-error.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { plainPath, withoutControls } from '../plain-text.ts'
import { describeError } from '../tell-failure.ts'

interface Failed {
  readonly source: string
  readonly error: unknown
}

/** `flint ingest SOURCE…`: one after the other; a failure does not stop the rest. */
export async function ingestCommand(given: Given<'ingest'>, cli: Cli): Promise<Outcome> {
  const { source: sources, title: named, tags, follow } = given
  const results: object[] = []
  const failed: Failed[] = []
  const lines: string[] = []
  for (const [index, source] of sources.entries()) {
    const args = {
      source: locate(source, cli.cwd),
      depth: follow ? 1 : 0,
      ...defined({ tags, title: named }),
    }
    try {
      if (source === '-' && args.source === source) throw notStandardInput()
      const title = `Ingesting ${index + 1}/${sources.length} ${withoutControls(source)}`
      const data = await cli.call(ingest, args, { mayReadAnywhere: true, title })
      results.push(data)
      lines.push(...describe(source, data))
    } catch (error) {
      if (!(error instanceof CliError) || sources.length === 1) throw error
      failed.push({ source, error: error.content })
      const said = { ...error.content.error, message: `${source}: ${error.message}` }
      cli.tell(describeError({ error: said }, cli.terminal.paintMessage))
    }
  }
  return {
    data: sources.length === 1 ? results[0] : { results, failed },
    text: lines.join('\n'),
    ...(failed.length > 0 && { exitCode: exitCodes.failure }),
  }
}

function notStandardInput(): CliError {
  const message = 'Standard input is no source: the note of a document is known again by its file.'
  const hint = 'Write it to a file and ingest that; a note of piped text is made with flint new.'
  return new CliError({ error: { code: 'INVALID_ARGUMENT', message, hint } })
}

/** A file in the working directory counts before one of the vault. */
function locate(source: string, cwd: string): string {
  // An address, or a file of the vault, needs no working directory.
  if (cwd === '') return source
  const file = resolve(cwd, source)
  return existsSync(file) ? file : source
}

function describe(source: string, data: OutputOf<typeof ingest>): readonly string[] {
  const { note_path: path, created, changed, warnings = [], ingested_sources: others = [] } = data
  const did = created ? 'Created' : changed ? 'Updated' : 'Nothing new in'
  return [
    `${did} ${plainPath(path)} from ${withoutControls(source)}.`,
    ...warnings.map((warning) => `  ${withoutControls(warning)}`),
    ...others.map(
      (other) =>
        `  ${other.created ? 'Created' : 'Kept'} ${plainPath(other.note_path)} from ${withoutControls(other.url)}.`,
    ),
  ]
}
