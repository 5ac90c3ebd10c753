import { type Prompt, vaultArgument, writePrompt } from './prompt.ts'

export const meetingBrief: Prompt = {
  name: 'meeting_brief',
  title: 'Meeting brief',
  description: 'Prepares a meeting: background, what happened last, open points, and questions, on one page.',
  arguments: [
    { name: 'name', description: 'Person or project.', required: true, completes: 'note' },
    vaultArgument,
  ],
  needs: ['search_notes', 'get_note'],
  text: (given, has) =>
    writePrompt(given, [
      `Prepare me for a meeting about or with: ${given['name'] ?? ''}`,
      'Find the note: search_notes with directory "people", then "projects" (limit: 3). Several that could be meant: ask me. Read it with get_note.',
      has('get_backlinks') && 'Who mentions it: get_backlinks (include_unlinked: true, limit: 30).',
      'The last weeks: search_notes with directory "daily" and since "30d".',
      has('get_todos') &&
        `Open points: get_todos (query: ${JSON.stringify(given['name'] ?? '')}), and the tasks in these notes.`,
      has('get_issues') && 'And the issues: get_issues (limit: 20).',
      'The brief, one page: who or what it is, what happened last, open points (theirs and mine), people and projects around it, three good questions.',
      has('create_note') && 'Then offer to keep it as a note with create_note.',
    ]),
}
