/** The bodies that flint's own templates and the templates of a new zk vault share; content goes last. */
export const templateBodies = {
  daily: '## Plan\n\n## Log\n\n{{content}}\n\n## Tomorrow',
  project: '## Goal\n\n## Status\n\n## Next steps\n\n## Notes\n\n{{content}}',
  area: '## Standard to keep\n\n## Open\n\n## Notes\n\n{{content}}',
  person: '## About\n\n## Open\n\n## Conversations\n\n{{content}}',
} as const

/** Templates for a vault that has none of that name: zk's Handlebars, with the frontmatter left to the rules. */
export const builtInTemplates: ReadonlyMap<string, string> = new Map(
  Object.entries(templateBodies).map(([name, body]) => [name, withoutGaps(body)]),
)

/** Removes the empty lines that a note without content does not need. */
function withoutGaps(body: string): string {
  const [before = '', after = ''] = body.split('\n\n{{content}}')
  return `${before}\n{{#if content}}\n\n{{content}}\n{{/if}}\n${after === '' ? '' : `${after.slice(1)}\n`}`
}
