import { findPassages, type PassageEdit, type PassagesFound } from '../markdown/edit/find-passages.ts'
import { applyEdits } from '../model/text-edit.ts'
import { VaultError } from '../model/vault-error.ts'

/**
 * The text with all these passages replaced. TEXT_NOT_FOUND where one of them is not in it, or stands there more than once
 * and is not to be replaced everywhere.
 */
export function replacePassages(
  text: string,
  { path, passages }: { readonly path: string; readonly passages: readonly PassageEdit[] },
): string {
  const found = findPassages(text, passages)
  if (found.kind !== 'found') throw refusal(path, found)
  return applyEdits(text, found.edits)
}

function refusal(path: string, found: Exclude<PassagesFound, { readonly kind: 'found' }>): VaultError {
  const { kind, index } = found
  switch (kind) {
    case 'missing':
      return new VaultError(
        'TEXT_NOT_FOUND',
        `${path} does not hold edits[${index}].old. Nothing was changed.`,
        {
          path,
          index,
          nearest: found.nearest,
          hint: 'Copy the old text from the note as it is now, with every space and sign.',
        },
      )
    case 'ambiguous':
      return new VaultError(
        'TEXT_NOT_FOUND',
        `${path} holds edits[${index}].old ${found.count} times. Nothing was changed.`,
        {
          path,
          index,
          count: found.count,
          places: found.places,
          hint: 'Give more of the text around the place that is meant, or all: true to replace every one.',
        },
      )
    case 'overlapping':
      return new VaultError(
        'INVALID_ARGUMENT',
        `edits[${found.other}] and edits[${index}] replace the same text of ${path}. Nothing was changed.`,
        { path, index, other: found.other, place: found.place, hint: 'Make one edit of the two.' },
      )
  }
}
