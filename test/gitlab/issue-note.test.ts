import { expect, test } from 'vitest'
import { issueSchema } from '../../src/gitlab/issue.ts'
import { addressesOf, issueLink, toIssueNote } from '../../src/gitlab/issue-note.ts'
import { usualTags } from '../../src/model/tag-style.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { lines } from '../support/lines.ts'
import { issueJson } from '../support/with-gitlab.ts'

const now = new Date('2026-03-02T09:30:00Z')
const issueOf = (changes = {}) => issueSchema.parse(issueJson(changes))

test('an issue becomes a note that says where it is from', () => {
  expect(toIssueNote(issueOf(), now, usualTags)).toEqual({
    title: 'Choose the typeface',
    metadata: {
      source: 'https://gitlab.com/team/site/-/issues/12',
      source_type: 'gitlab',
      ingested: '2026-03-02',
      untrusted: true,
    },
    content: lines(
      '- GitLab: [#12 Choose the typeface](https://gitlab.com/team/site/-/issues/12)',
      '- Status: opened',
      '- Labels: design, type::task',
      '- Milestone: Launch',
      '- Assignee: ada',
      '- Author: sam',
      '- Created: 2026-02-11',
      '- Due: 2026-03-15',
      '',
      '## Description',
      '',
      'The one of the poster is too thin.',
      '',
      '- \\[ ] Ask the printer',
    ),
  })
})

test('an issue with nothing but a title', () => {
  const bare = { description: null, labels: [], assignees: [], author: null, milestone: null, due_date: null }
  const { content } = toIssueNote(issueOf({ ...bare, title: ' ' }), now, usualTags)
  expect(content).not.toContain('Description')
  expect(toIssueNote(issueOf({ ...bare, title: '\u0007' }), now, usualTags).title).toBe('Issue 12')
})

test('uploads keep leading to GitLab', () => {
  const description = '![screen](/uploads/4f/a.png)\r\nsee [[Plan]]\0'
  expect(toIssueNote(issueOf({ description }), now, usualTags).content).toContain(
    '\n[screen](https://gitlab.com/team/site/uploads/4f/a.png)\nsee \\[\\[Plan]]\n',
  )
})

test.each([
  'Fix [the [[wiki]] page](x) #urgent',
  '`code` *bold* <b> | a\\b ~x~ $y$',
  'line\nbreak',
  '--help; rm -rf ~',
])('the link to an issue called %j is one link and nothing else', (title) => {
  const line = `- GitLab: ${issueLink({ iid: 3, title, web_url: 'https://gitlab.com/a/b/-/issues/3' })}\n`
  const { links, externalLinks, tags, lineCount } = parseNote(line)
  expect(lineCount).toBe(1)
  expect(tags).toEqual([])
  expect(links).toEqual([])
  expect(externalLinks.map(({ url }) => url)).toEqual(['https://gitlab.com/a/b/-/issues/3'])
})

test('an issue is known by the addresses that GitLab has had for it', () => {
  const places = ['/-/issues/12', '/issues/12', '/-/work_items/12']
  for (const place of places) {
    const found = addressesOf(issueOf({ web_url: `https://gitlab.com/team/site${place}` }))
    expect([...found].sort()).toEqual(places.map((one) => `https://gitlab.com/team/site${one}`).sort())
  }
})
