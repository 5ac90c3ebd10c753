import { type Prompt, vaultArgument, writePrompt } from './prompt.ts'

export const synthesizeTopic: Prompt = {
  name: 'synthesize',
  title: 'Synthesize a topic',
  description:
    'Reads what the vault has on a topic and tells it as one: themes, contradictions, open questions.',
  arguments: [{ name: 'topic', description: 'What it is about.', required: true }, vaultArgument],
  needs: ['search_notes', 'get_note'],
  text: (given, has) =>
    writePrompt(given, [
      `What do my notes say about: ${given['topic'] ?? ''}`,
      `Find them with search_notes (limit: 10, no directory)${has('find_related_notes') ? ', and find_related_notes from the best one (limit: 5)' : ''}. Read at most twenty with ${has('get_notes') ? 'get_notes; go on with cursor when a page ends' : 'get_note'}.`,
      'Write a narrative: what they say together, the themes, where they contradict each other, what stays open. Each point links its note. Keep apart what the notes say and what you add.',
      has('create_note') && 'Then offer to keep it as a note with create_note (directory: "resources").',
    ]),
}
