/** Whether a note's frontmatter says that its text came from outside: a page, a PDF, an issue. */
export function isUntrusted(metadata: Readonly<Record<string, unknown>>): boolean {
  return metadata['source_type'] === 'ingested' || metadata['untrusted'] === true
}
