/** What keeps git away from flint's folder in a vault: everything in it but the config belongs to one machine. */
export const ownGitignore = { path: '.flint-note/.gitignore', text: '*\n!.gitignore\n!config.yml\n' } as const
