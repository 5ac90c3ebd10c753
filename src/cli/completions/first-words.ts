import type { CompletedCommand } from './completed-command.ts'

export interface FirstWord {
  readonly word: string
  readonly about: string
  /** The commands of a group; empty for a command. */
  readonly seconds: readonly { readonly word: string; readonly about: string }[]
}

/** What may follow `flint`, in the order of the help page. */
export function firstWords(commands: readonly CompletedCommand[]): readonly FirstWord[] {
  const words = new Map<string, FirstWord>()
  for (const { name, summary } of commands) {
    const [first = name, second] = name.split(' ')
    const known = words.get(first)
    const seconds = [
      ...(known?.seconds ?? []),
      ...(second === undefined ? [] : [{ word: second, about: summary }]),
    ]
    words.set(first, { word: first, about: known?.about ?? summary, seconds })
  }
  return [...words.values(), { word: 'help', about: 'Explain a command, or exit-codes.', seconds: [] }]
}
