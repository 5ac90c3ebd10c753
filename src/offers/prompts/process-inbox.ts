import { type Prompt, vaultArgument, writePrompt } from './prompt.ts'

export const processInbox: Prompt = {
  name: 'process_inbox',
  title: 'Process the inbox',
  description: 'Goes through the inbox item by item: proposes where each belongs, files it, and clears it.',
  arguments: [
    {
      name: 'pre_confirm',
      description: '"yes" to go through it without a question for each item.',
      required: false,
    },
    vaultArgument,
  ],
  needs: ['get_inbox', 'clear_inbox_item', 'create_note', 'append_to_note', 'search_notes'],
  text: (given, has) =>
    writePrompt(given, [
      'Go through my inbox: get_inbox, and say how many items there are.',
      'For each item look for what it belongs to (search_notes, limit: 4; the inbox itself is a hit) and propose one of: a note of its own, an addition to a note, a task, a tag, or throwing it away.',
      isYes(given['pre_confirm'])
        ? 'I have agreed to all of it: do not pause, and say each thing as you do it.'
        : 'Wait for my answer to each proposal.',
      `Carry it out with create_note, append_to_note${has('add_todo') ? ', add_todo' : ''}${has('update_tags') ? ', update_tags' : ''}. When all are done, or I stop, one clear_inbox_item with the indexes of what is filed or thrown away, the content_hash of get_inbox, and confirm: true.`,
      'End with numbers: processed, notes made, added to, thrown away, left.',
    ]),
}

function isYes(answer: string | undefined): boolean {
  return /^(?:y|yes|true|1)$/i.test(answer?.trim() ?? '')
}
