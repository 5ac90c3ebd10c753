import { usualTags } from '../model/tag-style.ts'
import type { SyncOptions } from './sync-messages.ts'

/**
 * The version of what the index holds of a note. Raise it whenever reading, recording or resolving changes, so that
 * notes are read and links resolved again.
 */
const recordVersion = '17'

/** The version together with the settings that decide how notes are read. */
export function readingOf({
  tagStyle = usualTags,
  naming = null,
}: Pick<SyncOptions, 'tagStyle' | 'naming'>): string {
  const { hashtags, colonTags, multiwordTags, keywords } = tagStyle
  const marks = [
    hashtags ? '' : ' no-hash',
    colonTags ? ' colon' : '',
    multiwordTags ? ' words' : '',
    keywords ? ' keys' : '',
    naming === null ? '' : ` ${Object.values(naming).join(' ')}`,
  ]
  return recordVersion + marks.join('')
}
