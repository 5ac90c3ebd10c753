export interface QuestionPart {
  readonly kind: 'words' | 'diff'
  readonly text: string
}

/**
 * A question in flint's own words and the diff that it quotes. What is quoted is indented by four spaces, so that no line
 * of a note can pass for a word of flint's.
 *
 *     splitQuestion('Allow?\n\n    --- a.md')   // [{ kind: 'words', text: 'Allow?' }, { kind: 'diff', text: '--- a.md' }]
 */
export function splitQuestion(question: string): readonly QuestionPart[] {
  const parts: { kind: QuestionPart['kind']; lines: string[] }[] = []
  for (const line of question.split('\n')) {
    const isQuoted = line.startsWith(indent)
    const kind = isQuoted ? 'diff' : 'words'
    if (parts.at(-1)?.kind !== kind) parts.push({ kind, lines: [] })
    parts.at(-1)?.lines.push(isQuoted ? line.slice(indent.length) : line)
  }
  return parts
    .map(({ kind, lines }) => ({ kind, text: kind === 'diff' ? lines.join('\n') : lines.join('\n').trim() }))
    .filter(({ text }) => text !== '')
}

const indent = '    '
