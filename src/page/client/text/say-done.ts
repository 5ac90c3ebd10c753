/**
 * What was done, and what its write warns of; empty where there is nothing to say.
 *
 *     sayDone('Saved.', { warnings: ['The type has no such field.'] })   // 'Saved. The type has no such field.'
 */
export function sayDone(
  done: string,
  { warnings = [] }: { readonly warnings?: readonly string[] | undefined },
): string {
  return [done, ...warnings].filter((part) => part !== '').join(' ')
}
