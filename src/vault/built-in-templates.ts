/** The parts of a note that flint's own templates and the templates of a new zk vault both have; content goes last. */
export const templateBodies = {
  daily: '## Plan\n\n## Log\n\n{{content}}\n\n## Tomorrow',
  project: '## Goal\n\n## Status\n\n## Next steps\n\n## Notes\n\n{{content}}',
  area: '## Standard to keep\n\n## Open\n\n## Notes\n\n{{content}}',
  person: '## About\n\n## Open\n\n## Conversations\n\n{{content}}',
} as const

/** Templates for a vault that has none of that name. They are zk's Handlebars and leave the frontmatter to the rules. */
export const builtInTemplates: ReadonlyMap<string, string> = new Map(
  Object.entries(templateBodies).map(([name, body]) => [name, withoutGaps(body)]),
)

/** A note that is given no content has no empty lines for it. */
function withoutGaps(body: string): string {
  const [before = '', after = ''] = body.split('\n\n{{content}}')
  return `${before}\n{{#if content}}\n\n{{content}}\n{{/if}}\n${after === '' ? '' : `${after.slice(1)}\n`}`
}
