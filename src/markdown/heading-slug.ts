/**
 * The fragment by which GitHub leads to a heading.
 *
 *     headingSlug('Big & new: one')   // 'big--new-one'
 */
export function headingSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-')
}
