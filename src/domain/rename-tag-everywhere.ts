import { findTagged, listTags } from '../index-db/tag-queries.ts'
import { isTag } from '../markdown/edit/rename-tag-in-text.ts'
import { nearest } from '../model/nearest.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import type { TagStyle } from '../model/tag-style.ts'
import { VaultError } from '../model/vault-error.ts'
import type { WriteOptions } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { followDisk, waitForIndex } from './follow-disk.ts'
import { toStep, type MovedFile } from './moved-files.ts'
import { planMoves } from './plan-moves.ts'

/**
 * Gives a tag and those nested in it another name in all notes, as one change. A heading with the tag gets other words by it:
 * links to it follow.
 */
export async function renameTagEverywhere(
  vault: VaultContext,
  names: { readonly from: string; readonly to: string },
  options: WriteOptions,
) {
  const from = bare(names.from)
  const to = bare(names.to)
  check(from, to, vault.settings.tagStyle)
  await waitForIndex(vault)
  return await vault.writer.change(options, async () => {
    await followDisk(vault)
    const paths = await vault.index.query(({ queries }) => findTagged(queries, from))
    if (paths.length === 0) throw await unknownTag(vault, from)
    // Notes bore the new name before: the two are one then.
    const isMerged =
      normalizeKey(to) !== normalizeKey(from) &&
      (await vault.index.query(({ queries }) => findTagged(queries, to))).length > 0
    const files: MovedFile[] = []
    const notes: { id: string; count: number }[] = []
    for (const path of paths) {
      const before = await vault.writer.read(path)
      const { text, count, heading } = await inNote(path, () =>
        vault.textWork.run('renameTagInText', before.text, { from, to, tagStyle: vault.settings.tagStyle }),
      )
      if (text === before.text) continue
      files.push({ from: path, to: path, before, text, heading })
      notes.push({ id: path, count })
    }
    const { changes, updatedReferences } = await withLinks(vault, files)
    return { changes, facts: { from, to, notes, isMerged, updatedReferences } }
  })
}

/** Without headings that change no other note is looked at. */
async function withLinks(vault: VaultContext, files: readonly MovedFile[]) {
  if (files.some(({ heading }) => heading !== null)) {
    const { changes, facts } = await planMoves(vault, files)
    return { changes, updatedReferences: facts.updatedReferences }
  }
  return {
    changes: files.map((file) => toStep(file, null)).filter((step) => step !== null),
    updatedReferences: [],
  }
}

function bare(tag: string): string {
  return tag.trim().replace(/^#+/, '')
}

function check(from: string, to: string, style: TagStyle): void {
  if (from === '' || !isTag(to, style)) {
    throw new VaultError('INVALID_ARGUMENT', `"${from === '' ? from : to}" cannot be a tag.`, {
      hint: 'A tag has letters, digits, _, - and / for nested ones, and not digits alone.',
    })
  }
  if (from !== to) return
  throw new VaultError('INVALID_ARGUMENT', 'The tag is called so already.', {
    hint: 'Give another new name.',
  })
}

/** A failure in one of many notes says in which. */
async function inNote<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    throw new VaultError(error.code, `${path}: ${error.message}`, { ...error.facts, path }, { cause: error })
  }
}

async function unknownTag(vault: VaultContext, tag: string): Promise<VaultError> {
  const known = await vault.index.query(({ queries }) => listTags(queries))
  const similar = nearest(tag, known)
  return new VaultError('NOT_FOUND', `No note has the tag "${tag}".`, {
    ...(similar.length > 0 && { similar }),
    hint: { kind: 'list-tags' },
  })
}
