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
  needs: ['list_notes'],
  text: (given, has) =>
    writePrompt(given, [
      `Show me my stale notes: list_notes (directory: "ideas", until: "${wholeNumber(given['days'])}d", fields: ["id", "updated"]), and the same of "projects", or of what folders the vault has instead. By folder, oldest first.`,
      has('append_to_note') &&
        has('move_note') &&
        has('delete_note') &&
        'For each offer to develop it (append_to_note), to move it elsewhere (move_note), or to archive it (delete_note with mode "archive"; dry_run: true and diff: false show the plan, confirm: true says that I agreed).',
      askFirst,
    ]),
}

function wholeNumber(days: string | undefined): string {
  return days !== undefined && /^[1-9]\d{0,4}$/.test(days.trim()) ? days.trim() : '30'
}
