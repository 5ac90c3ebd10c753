import { askFirst, type Prompt, vaultArgument, writePrompt } from './prompt.ts'

export const vaultHealth: Prompt = {
  name: 'vault_health',
  title: 'Vault health',
  description: 'Reports broken links, orphans, stale notes and names borne twice, and offers to mend each.',
  arguments: [vaultArgument],
  needs: ['check_vault_health', 'find_broken_links'],
  text: (given, has) =>
    writePrompt(given, [
      'How is my vault? check_vault_health (stale_days: 30); where it counts more broken links, find_broken_links (limit: 50).',
      'Report counts, then the worst of each kind with note and line.',
      has('suggest_links') && 'For an orphan look for links with suggest_links.',
      has('create_note') &&
        has('rename_note') &&
        `Then offer one repair after the other: for a broken link the note that was meant${has('update_note') ? ' (update_note with edits, old and new link)' : ''} or a new one (create_note), another name (rename_note) where two notes bear one.`,
      has('delete_note') && 'What nobody needs can be archived: delete_note with mode "archive".',
      askFirst,
    ]),
}
