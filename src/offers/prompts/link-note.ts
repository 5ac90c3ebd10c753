import { askFirst, type Prompt, vaultArgument, writePrompt } from './prompt.ts'

export const linkNote: Prompt = {
  name: 'link_note',
  title: 'Link a note',
  description: 'Finds links that a note lacks, by name and by meaning, and writes the ones you choose.',
  arguments: [
    { name: 'note', description: 'Note id or title.', required: true, completes: 'note' },
    { name: 'about', description: 'What to link to; else whatever fits.', required: false },
    vaultArgument,
  ],
  needs: ['get_note', 'search_notes', 'append_to_note'],
  text: (given, has) =>
    writePrompt(given, [
      `Read ${JSON.stringify(given['note'] ?? '')} with get_note and find notes that it should link to.`,
      `Look for candidates with search_notes (limit: 5)${given['about'] === undefined ? ', by what the note is about' : `: ${given['about']}`}.`,
      has('suggest_links') && 'Names that could be links: suggest_links.',
      has('find_related_notes') && 'Near in meaning: find_related_notes (limit: 5).',
      'Show the candidates with a reason each; I choose. Write [[Title]], or [[folder/name|Title]] where two notes have that title.',
      `Put them where they are mentioned${has('update_note') ? ' (update_note with edits: old is the words as they stand, new has the link)' : ''}, else with append_to_note, under the heading where they belong.`,
      askFirst,
    ]),
}
