import { askFirst, type Prompt, vaultArgument, writePrompt } from './prompt.ts'

export const weeklyReview: Prompt = {
  name: 'weekly_review',
  title: 'Weekly review',
  description:
    'Looks back on seven days: what happened, what is in motion, what stands still, what to do next.',
  arguments: [vaultArgument],
  needs: ['list_notes', 'get_note'],
  text: (given, has) =>
    writePrompt(given, [
      'Review my last seven days.',
      `Daily notes: list_notes (directory: "daily", since: "7d"), then ${has('get_notes') ? 'get_notes with all of them' : 'get_note'}. Projects that moved: list_notes (directory: "projects", since: "7d"). If the vault has other folders for these, use those.`,
      has('get_todos') &&
        'Open tasks: get_todos (since: "30d"), and what presses: get_todos (due_before: "7d").',
      has('get_inbox') && 'What waits: get_inbox.',
      has('check_vault_health') &&
        'The vault itself: check_vault_health (stale_days: 30, limit: 5). Stale projects and broken links belong in the review.',
      'Write what happened, what is in motion and what stands still; every claim names its note.',
      'End with at most seven proposals that you could carry out, each in one line.',
      askFirst,
    ]),
}
