export type PropertyPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string; readonly target: string }
  | { readonly kind: 'web'; readonly text: string }

/**
 * What stands in a property, its links apart from its words.
 *
 *     propertyParts('see [[plan|the plan]]')   // 'see ', and a link to plan called 'the plan'
 */
export function propertyParts(value: string): readonly PropertyPart[] {
  const parts: PropertyPart[] = []
  let from = 0
  for (const found of value.matchAll(
    /\[\[([^\]|#\n]+)(?:#[^\]|\n]*)?(?:\|([^\]\n]+))?\]\]|https?:\/\/[^\s<>"']+/g,
  )) {
    const [whole, target = '', alias] = found
    if (found.index > from) parts.push({ kind: 'text', text: value.slice(from, found.index) })
    if (target === '') parts.push({ kind: 'web', text: whole })
    else parts.push({ kind: 'note', target: target.trim(), text: (alias ?? whole.slice(2, -2)).trim() })
    from = found.index + whole.length
  }
  if (from < value.length) parts.push({ kind: 'text', text: value.slice(from) })
  return parts
}
