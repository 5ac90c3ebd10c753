// Longer than any line of an editable note as JSON.
const mostCharacters = 30_000_000

/** The lines of a UTF-8 stream without their breaks. Lines too long to be shown are skipped. */
export async function* linesOfStream(stream: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  let length = 0
  for await (const chunk of stream) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    const [end = '', ...others] = text.split('\n')
    const last = others.pop()
    length += end.length
    if (length <= mostCharacters) parts.push(end)
    else parts = []
    if (last === undefined) continue
    if (length <= mostCharacters) yield parts.join('')
    yield* others
    parts = [last]
    length = last.length
  }
  if (length > 0 && length <= mostCharacters) yield parts.join('')
}
