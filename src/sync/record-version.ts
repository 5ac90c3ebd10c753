import { usualTags } from '../model/tag-style.ts'
import type { SyncOptions } from './sync-messages.ts'

/**
 * What the index holds of one version of a note. It changes whenever reading, recording or resolving does, so that notes
 * are read again and links resolved anew.
 */
const recordVersion = '7'

/** The version, and how a vault's notes are read. */
export function readingOf({ tagStyle = usualTags }: Pick<SyncOptions, 'tagStyle'>): string {
  const { hashtags, colonTags, multiwordTags } = tagStyle
  const marks = [hashtags ? '' : 'no-hash', colonTags ? 'colon' : '', multiwordTags ? 'words' : '']
  return [recordVersion, ...marks.filter((mark) => mark !== '')].join(' ')
}
