import { type Prompt, vaultArgument, writePrompt } from './prompt.ts'

export const captureThought: Prompt = {
  name: 'capture',
  title: 'Capture a thought',
  description: 'Puts a thought into the inbox at once, in your words.',
  arguments: [{ name: 'text', description: 'What to keep.', required: true }, vaultArgument],
  needs: ['capture_to_inbox'],
  text: (given) =>
    writePrompt(given, [
      'Put this into my inbox with capture_to_inbox, in exactly these words, and answer in one line with inbox_item_count. Ask nothing and file nothing.',
      '',
      given['text'] ?? '',
      '',
    ]),
}
