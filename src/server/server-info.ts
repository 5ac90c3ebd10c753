/** What a server says of itself. */
export function serverInfo(version: string) {
  return { name: 'flint-note', title: 'flint', version }
}
