import { bodyOffset, findFrontmatter } from './find-frontmatter.ts'
import { startFinding } from './found.ts'
import { scanBlocks } from './scan-blocks.ts'

/**
 * Whether the last line of a note is in a block of HTML that only a blank line ends.
 *
 *     endsInHtml('<div>\n</div>\n- [ ] no task')   // true
 */
export function endsInHtml(text: string): boolean {
  return (
    scanBlocks(startFinding(text), findFrontmatter(text)?.bodyStart ?? bodyOffset(text)).lastBlock ===
    'html-text'
  )
}
