// Longer than any line of an editable note as JSON.
export const mostCharacters = 30_000_000

/** The lines of a UTF-8 stream without their breaks; of one that is too long its first part. */
export async function* linesOfStream(stream: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let line = ''
  for await (const chunk of stream) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    const [end = '', ...others] = text.split('\n')
    const last = others.pop()
    if (line.length < mostCharacters) line += end.slice(0, mostCharacters - line.length)
    if (last === undefined) continue
    yield line
    yield* others
    line = last
  }
  if (line !== '') yield line
}
