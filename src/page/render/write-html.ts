/** Text as it stands between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (found) => escapes.get(found) ?? found) : text
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/**
 * An opening tag; an attribute that is null is left out, one that is true has no value.
 *
 *     openTag('a', { href: '/ui/', title: null })   // '<a href="/ui/">'
 */
export function openTag(
  name: string,
  attributes: Readonly<Record<string, string | number | boolean | null>> = {},
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === null || value === false) return []
    return value === true ? [` ${key}`] : [` ${key}="${escapeHtml(String(value))}"`]
  })
  return `<${name}${written.join('')}>`
}

/** An element with text in it. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | boolean | null>>,
  text: string,
): string {
  return `${openTag(name, attributes)}${escapeHtml(text)}</${name}>`
}
