import type { Heading, ParsedNote } from '../../model/parsed-note.ts'
import { usualTags } from '../../model/tag-style.ts'
import { countWords } from '../text/count-words.ts'
import { blockIdStart } from './add-found.ts'
import { inOrder, startFinding } from './found.ts'
import { readAliases, readFrontmatterLinks, readTags, readTitle } from './frontmatter-properties.ts'
import { isDocument } from './document-note.ts'
import { listSections } from './list-sections.ts'
import { readFrontmatterParts } from './read-frontmatter.ts'
import { scanBlocks } from './scan-blocks.ts'

/**
 * Parses a note once and returns everything that flint needs to know of it. Never throws, whatever the text; takes time
 * in proportion to its length.
 *
 *     parseNote('# Plan\n\nSee [[Home|start]].').links[0]?.target   // 'Home'
 */
export function parseNote(text: string, tagStyle = usualTags): ParsedNote {
  const { frontmatter, ...yaml } = readFrontmatterParts(text)
  const found = startFinding(text, tagStyle)
  const { end } = scanBlocks(found, frontmatter.bodyStart)
  const { lineStarts, headings, blocks } = found
  const source = { text, lineStarts, ...yaml }
  // A document's foreign text creates nothing in the vault.
  const own = isDocument(frontmatter.data) ? { ...found, links: [], tags: [], tasks: [] } : found
  const namedTitle = readTitle(source) ?? frontmatter.header?.title ?? null
  // In a drawing of Excalidraw the headings are the plugin's own.
  const isDrawing = 'excalidraw-plugin' in frontmatter.data
  const firstTitle = isDrawing
    ? null
    : titleOf(headings.find(({ level, text: words }) => level === 1 && words !== ''))
  const title = namedTitle ?? (own === found ? firstTitle : null)
  return {
    frontmatter,
    title,
    titlePlace: title === null ? 'file name' : namedTitle === null ? 'heading' : 'frontmatter',
    aliases: readAliases(source),
    headings,
    sections: listSections(headings, lineStarts, end),
    end,
    links: [...readFrontmatterLinks(source), ...inOrder(own.links)],
    externalLinks: inOrder(found.externalLinks),
    tags: [...readTags(source, tagStyle), ...inOrder(own.tags)],
    tasks: own.tasks,
    blocks,
    wordCount: countWords(text, frontmatter.bodyStart),
    // No line begins after the last line break, nor after a byte-order mark alone.
    lineCount: lineStarts.length - (lineStarts.at(-1) === text.length || text === '\ufeff' ? 1 : 0),
  }
}

/** A heading's words without the id of the block that it is. */
function titleOf(heading: Heading | undefined): string | null {
  if (heading === undefined) return null
  const { text } = heading
  const id = blockIdStart(text, 0, text.length)
  return id > 0 ? text.slice(0, id).trimEnd() : text
}
