/**
 * The text with every line that GitLab would take for a command to itself made plain text, in code too: what GitLab
 * takes for code is GitLab's to say.
 *
 *     withoutQuickActions('Done.\n/close\n')   // 'Done.\n\\/close\n'
 */
export function withoutQuickActions(text: string): string {
  return text.replace(/^(\s*)(?=\/[a-z_]+(?:\s|$))/gim, '$1\\')
}
