import type { Said } from '../model/advice.ts'
import type { NewNote } from '../vault/note-manager.ts'

/** What the type of a new note from outside still wants, and how to give it; `own` are the properties that flint gave it. */
export function tellUnfit(
  { path, type, unfit }: Pick<NewNote, 'path' | 'type' | 'unfit'>,
  own: Readonly<Record<string, unknown>>,
): readonly Said[] {
  const wanted = unfit.filter(({ field }) => !Object.hasOwn(own, field)).map(({ message }) => message)
  const taken = unfit.filter(({ field }) => Object.hasOwn(own, field)).map(({ field }) => field)
  return [
    ...(wanted.length === 0
      ? []
      : [
          [
            `The note lacks what its type "${type}" wants: ${wanted.join('; ')}`,
            { kind: 'give-fields', path },
          ] as const,
        ]),
    ...taken.map(
      (field) =>
        `${field}: here flint says where the text is from, which does not fit the field of that name of the type "${type}".`,
    ),
  ]
}
