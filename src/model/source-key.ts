/** The path of a file as the note that was made of it has it: in frontmatter two brackets would be a link. */
export function sourceKey(path: string): string {
  return path.replaceAll('[[', '%5B%5B').replaceAll(']]', '%5D%5D')
}
