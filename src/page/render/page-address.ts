import { headingKey } from '../../markdown/read/heading-key.ts'

/** Where the page shows a note; `anchor` is the id of an element in it. */
export function noteAddress(vaultId: string, path: string, anchor: string | null = null): string {
  const fragment = anchor === null ? '' : `#${encodePart(anchor)}`
  return `/ui/note/${encodePart(vaultId)}/${encodePath(path)}${fragment}`
}

/** A vault's file. The browser that shows it puts the place of its session in: `withFilesOf`. */
export function fileAddress(vaultId: string, path: string): string {
  return `/ui/file/${encodePart(vaultId)}/${encodePath(path)}`
}

/** The search for a tag in a vault. */
export function tagAddress(vaultId: string, tag: string): string {
  return `/ui/search?vault=${encodePart(vaultId)}&tag=${encodePart(tag)}`
}

/** Each segment of a path percent-encoded: half a surrogate pair has no encoding and becomes U+FFFD. */
export function encodePath(path: string): string {
  return path.split('/').map(encodePart).join('/')
}

function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** The id of a heading; `A#B` names the heading B. */
export function headingAnchor(heading: string): string {
  return `h-${headingKey(heading.slice(heading.lastIndexOf('#') + 1))}`
}

/** The id of what bears a block id. */
export function blockAnchor(block: string): string {
  return `b-${block.replace(/[^A-Za-z0-9-]/g, '')}`
}
