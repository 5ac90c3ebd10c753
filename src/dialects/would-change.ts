import type { WriteOutcome } from '../changes/write-changes.ts'

/** What a dry run found that a write would do, for who is asked about it. */
export function wouldChange({ reports }: Pick<WriteOutcome, 'reports'>): object {
  return { dry_run: true, changes: reports.map(({ kind, path, diff }) => ({ kind, path, diff })) }
}
