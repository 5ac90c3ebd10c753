import { lines } from '../../support/lines.ts'

const dates = ['created: 2026-01-01T00:00:00Z', 'updated: 2026-01-02T00:00:00Z']

/** Links of every direction: to notes, files and the web, broken ones, and plain mentions. */
export const linkVault = {
  'hub.md': lines(
    '---',
    'title: Hub',
    ...dates,
    '---',
    '',
    'To [[Spoke|the spoke]], [[spoke#Part]], [[missing]] and ![[map.png]].',
    'See [docs](https://docs.example.org/guide) or <https://example.org>.',
    'Again [[#Own part]].',
    '## Own part',
  ),
  'sub/spoke.md': lines(
    '---',
    'title: Spoke',
    'aliases: [Radius]',
    ...dates,
    '---',
    '',
    'Back to [[Hub]].',
    '## Part',
  ),
  'sub/loner.md': lines(
    '---',
    'title: Loner',
    ...dates,
    '---',
    '',
    'The Spoke is named here, spokes are not. [[missing|gone]]',
  ),
  'map.png': 'not really',
} as const
