import { lines } from '../support/lines.ts'

/** When the skill is tried: everything dated February is stale by then, everything dated June is not. */
export const now = () => new Date('2026-06-20T12:00:00Z')

/** A vault of the usual folders, as somebody who uses /zk has one. */
export const zkVault = {
  'inbox.md': lines(
    '# Inbox',
    '',
    '- 2026-06-18 09:00 Lamp needs a longer cable',
    '- 2026-06-19 10:00 Ask Ada about the offer',
    '- 2026-06-19 11:00 Old receipt',
  ),
  'daily/2026-06-18.md': note(
    '2026-06-18',
    '2026-06-18',
    '## Log',
    '',
    'Called [[Ada Meyer]] about the lamp.',
  ),
  'daily/2026-06-19.md': note(
    '2026-06-19',
    '2026-06-19',
    '## Log',
    '',
    'Sawed wood for [[Desk lamp]].',
    '',
    '- [ ] Oil the wood',
  ),
  'people/ada-meyer.md': note(
    'Ada Meyer',
    '2026-06-01',
    'Carpenter. Works on the lamp.',
    '',
    '- [ ] Send her the drawing',
  ),
  'projects/desk-lamp.md': note(
    'Desk lamp',
    '2026-06-17',
    'A lamp of walnut, with [[Ada Meyer]] and [[Nobody Known]].',
    '',
    '## Plan',
    '',
    '- [ ] Order the cable',
    '',
    '## History of lamps',
    '',
    'Oil lamps came first, then gas, then bulbs.',
  ),
  'projects/boat.md': note('Boat', '2026-02-01', 'A boat that nobody builds.'),
  'areas/workshop.md': note('Workshop', '2026-06-10', 'Keep the workshop tidy.'),
  'ideas/lamp-shade.md': note('Lamp shade', '2026-02-02', 'A shade of paper for a lamp.'),
  'learning/wood.md': note(
    'Wood',
    '2026-06-05',
    '## Walnut',
    '',
    'Walnut is hard and dark; a lamp of it is heavy.',
  ),
  'resources/bulbs.md': note('Bulbs', '2026-06-06', 'Bulbs for a lamp: warm light below 3000 K.'),
  'archives/shed.md': note('Shed', '2025-11-01', 'Sold.'),
  'devlog/lamp.md': '[problem] 2026-06-12  flicker; the switch was loose, now screwed\n',
  'raw/catalogue.txt': 'Cables by the metre.\n',
}

function note(title: string, day: string, ...body: readonly string[]): string {
  return lines(
    '---',
    `title: "${title}"`,
    `created: ${day}T08:00:00Z`,
    `updated: ${day}T08:00:00Z`,
    'tags: [home]',
    '---',
    '',
    ...body,
  )
}
