/**
 * `content` with the line ends of the text it goes into. Only a text whose every line ends in CRLF makes a difference:
 * for any other the content stays as it is.
 *
 *     withLineEnds('a\nb', 'x\r\ny\r\n')   // 'a\r\nb'
 */
export function withLineEnds(content: string, text: string): string {
  const isCrlf = text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text)
  return isCrlf ? content.replace(/\r?\n/g, '\r\n') : content
}

/** The line break of a text: CRLF where every line has it, else `\n`. */
export function lineEndOf(text: string): string {
  return withLineEnds('\n', text)
}
