import { z } from 'zod'
import type { WrittenNote } from '../vault/note-writer.ts'

/** What every write says of itself. */
export const writtenShape = {
  change_id: z.string().optional(),
  dry_run: z.boolean().optional(),
  content_hash: z.string().optional(),
  diff: z.string().optional(),
  lines_changed: z.string().optional(),
  warnings: z.array(z.string()).optional(),
}

export function toWritten(
  { path, changeId, reports, warnings }: Pick<WrittenNote, 'path' | 'changeId' | 'reports' | 'warnings'>,
  dryRun: boolean,
) {
  const report = reports.find((candidate) => candidate.path === path)
  const hash = report?.content_hash ?? undefined
  return {
    ...(changeId !== null && { change_id: changeId }),
    ...(dryRun && { dry_run: true }),
    ...(hash !== undefined && { content_hash: hash }),
    ...(report !== undefined && { diff: report.diff }),
    ...(report?.lines != null && { lines_changed: report.lines }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  }
}
