import { askFirst, type Prompt, vaultArgument, writePrompt } from './prompt.ts'

export const staleNotes: Prompt = {
  name: 'stale_notes',
  title: 'Stale notes',
  description:
    'Lists ideas and projects that nobody touched for a month, and offers to develop, move or archive them.',
  arguments: [
    { name: 'days', description: 'Untouched for so long; 30 when left out.', required: false },
    vaultArgument,
  ],
  needs: ['check_vault_health'],
  text: (given, has) =>
    writePrompt(given, [
      `Show me my stale notes: check_vault_health (stale_days: ${wholeNumber(given['days'])}, limit: 50), its stale_notes, by folder and oldest first.`,
      has('append_to_note') &&
        has('move_note') &&
        has('delete_note') &&
        'For each offer to develop it (append_to_note), to move it elsewhere (move_note), or to archive it (delete_note with mode "archive"; dry_run: true shows the plan, confirm: true says that I agreed).',
      askFirst,
    ]),
}

function wholeNumber(days: string | undefined): string {
  return days !== undefined && /^[1-9]\d{0,4}$/.test(days.trim()) ? days.trim() : '30'
}
