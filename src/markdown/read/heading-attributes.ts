const attribute = /(?:#[^\s{}#"'=]+|\.[^\s{}"'=]+|-|[A-Za-z_][\w:.-]*=(?:"[^"{}]*"|'[^'{}]*'|[^\s{}"'=]+))/
  .source
const attributes = new RegExp(`^\\{:?[ \\t]*${attribute}(?:[ \\t]+${attribute})*[ \\t]*\\}$`)

/**
 * Splits a heading from the attributes at its end that MkDocs, Pandoc, Hugo, Docusaurus and Quarto read there. `id` is the
 * one that links name; null where it has none.
 *
 *     splitAttributes('Guide {#the-guide .wide}')   // { words: 'Guide', id: 'the-guide' }
 */
export function splitAttributes(heading: string): { readonly words: string; readonly id: string | null } {
  const start = heading.endsWith('}') ? heading.lastIndexOf('{') : -1
  const words = heading.slice(0, Math.max(0, start)).trimEnd()
  const written = heading.slice(start)
  // A blank stands before them.
  if (words === '' || words.length === start || !attributes.test(written)) return { words: heading, id: null }
  return { words, id: /[{: \t]#([^\s}]+)/.exec(written)?.[1] ?? null }
}
