import { askFirst, type Prompt, vaultArgument, writePrompt } from './prompt.ts'

export const refactorNote: Prompt = {
  name: 'refactor_note',
  title: 'Refactor a note',
  description: 'Brings order into a note that has grown: a new outline first, then section by section.',
  arguments: [
    { name: 'note', description: 'Note id or title.', required: true, completes: 'note' },
    vaultArgument,
  ],
  needs: ['get_note', 'replace_section'],
  text: (given, has) =>
    writePrompt(given, [
      `Read ${JSON.stringify(given['note'] ?? '')} with get_note${has('analyze_note') ? ' and analyze_note' : ''} and propose a better structure: headings, what goes where, what could go. Drop nothing silently.`,
      askFirst,
      'Then section by section with replace_section; each answer has the content_hash for the next one.',
      has('extract_section') &&
        'Offer to move a section that deserves a note of its own with extract_section.',
      has('update_note') && 'A phrase or a link alone: update_note with edits, which needs no hash.',
      'On CONTENT_HASH_MISMATCH somebody edited the note: read it again and redo the step.',
    ]),
}
