import { type Prompt, vaultArgument, writePrompt } from './prompt.ts'

export const dailyNote: Prompt = {
  name: 'daily_note',
  title: 'Daily note',
  description: "Opens today's note and drafts what the day begins with from recent notes and open tasks.",
  arguments: [{ name: 'date', description: 'Another day: 2026-01-31.', required: false }, vaultArgument],
  needs: ['open_daily_note', 'list_notes', 'append_to_note'],
  text: (given, has) =>
    writePrompt(given, [
      `Open ${given['date'] === undefined ? "today's daily note" : `the daily note of ${given['date']}`} with open_daily_note${given['date'] === undefined ? '' : ` (date: ${JSON.stringify(given['date'])})`} and show it to me.`,
      'If it has no text of mine yet, draft it. Look at list_notes (since: "7d", limit: 20) and read what matters.',
      has('get_todos') && 'Take open tasks from get_todos (since: "14d").',
      has('get_inbox') && 'Say how many items get_inbox holds.',
      'The draft: what is in motion, two or three things for today, what was left open. Short lines with links, in my voice.',
      'Show the draft first; after my yes add each part with append_to_note and under, the heading where it belongs. Never replace what I wrote.',
    ]),
}
