import type { NewNoteType } from './default-note-types.ts'

/** The first note of a new vault: what is where, and what to ask an agent for. */
export function welcomeNote(vault: { readonly name: string; readonly types: readonly NewNoteType[] }): {
  readonly path: string
  readonly title: string
  readonly body: string
} {
  const types = vault.types.map(({ name, description }) => `- \`${name}/\`: ${description}`)
  return {
    path: 'general/welcome.md',
    title: `Welcome to ${vault.name}`,
    body: `# Welcome to ${vault.name}

This folder is a vault: Markdown files that you can read and change with any editor, and that agents can work on
through flint. Nothing is kept anywhere else that you would miss.

## Where things are

${types.join('\n')}

Each of these folders is a note type. Its \`_description.md\` says what the type is for, what agents should keep in
mind, and which metadata its notes have. Change these files as you like, or add a folder of your own with one.

## What to try

- "Write down what I did today."
- "I have just finished a book; help me make a note of it."
- "What have I written about this before?"
- "Make a note type for recipes, and ask me for the ingredients whenever I add one."

Write \`[[\` and the title of a note to link to it; flint shows for every note what links there.
`,
  }
}
