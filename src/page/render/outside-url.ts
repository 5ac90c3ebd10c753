/** What a link of a note may open beside notes: pages, letters, calls, and the two programs that notes speak of. */
const allowed: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'obsidian:', 'zotero:', 'tel:'])

/** An address outside the vault in its safe form; null for one that no link may lead to. */
export function outsideUrl(written: string): URL | null {
  const url = URL.parse(written.startsWith('//') ? `https:${written}` : written)
  return url !== null && allowed.has(url.protocol) ? url : null
}

/** What all links that leave the page have in common. */
export const outsideAttributes = { class: 'outside', rel: 'noopener noreferrer', target: '_blank' } as const
