/** How an HTML block ends: with a mark on one of its lines, or with a blank line. */
export type HtmlBlock =
  { readonly ends: 'mark'; readonly mark: string } | { readonly ends: 'raw-tag' | 'blank' }

const rawTags = /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i

const blockTags =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i

/** CommonMark's kinds of HTML block, told from the line's first characters; null where it starts none. */
export function readHtmlBlock(text: string, start: number, lineEnd: number): HtmlBlock | null {
  if (text.startsWith('<!--', start)) return { ends: 'mark', mark: '-->' }
  if (text.startsWith('<?', start)) return { ends: 'mark', mark: '?>' }
  if (text.startsWith('<![CDATA[', start)) return { ends: 'mark', mark: ']]>' }
  const head = text.slice(start, Math.min(lineEnd, start + 16))
  if (/^<![a-z]/i.test(head)) return { ends: 'mark', mark: '>' }
  if (rawTags.test(head)) return { ends: 'raw-tag' }
  if (blockTags.test(head)) return { ends: 'blank' }
  return null
}

/** True where the line closes a `<script>`, `<pre>`, `<style>` or `<textarea>`. */
export function closesRawTag(line: string): boolean {
  return /<\/(?:script|pre|style|textarea)>/i.test(line)
}
