import { type Prompt, vaultArgument, writePrompt } from './prompt.ts'

export const findNotes: Prompt = {
  name: 'find_notes',
  title: 'Find notes',
  description: 'Searches by words and meaning, shows the best matches, and opens the one you choose.',
  arguments: [
    { name: 'query', description: 'Words; tag:name and in:folder narrow it.', required: true },
    { name: 'tag', description: 'Only notes with this tag.', required: false, completes: 'tag' },
    { name: 'type', description: 'Only notes of this type.', required: false, completes: 'type' },
    vaultArgument,
  ],
  needs: ['search_notes', 'get_note'],
  text: (given, has) =>
    writePrompt(given, [
      `Find notes about: ${given['query'] ?? ''}`,
      'Use search_notes (limit: 10). tag:NAME in these words becomes tags, in:FOLDER becomes directory.',
      given['tag'] !== undefined && `Only with the tag: tags: ${JSON.stringify([given['tag']])}.`,
      given['type'] !== undefined && `Only of the type: type_filter: ${JSON.stringify(given['type'])}.`,
      'Show a numbered list: title, folder, date, snippet. If halves says that search by meaning took no part, say so.',
      has('search_text') && 'If nothing is found, try other words once, then search_text (fixed: true).',
      'Offer to open one with get_note.',
    ]),
}
