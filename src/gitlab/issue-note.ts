import { quoteColonTags } from '../markdown/edit/quote-colon-tags.ts'
import { quoteMarkdown } from '../markdown/edit/quote-markdown.ts'
import type { TagStyle } from '../model/tag-style.ts'
import { assigneesOf, type Issue } from './issue.ts'

/** A note about an issue, as it was at that moment. */
export interface IssueNote {
  readonly title: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly content: string
}

/** The note that an issue becomes; its frontmatter says where it is from, and that it is not the user's own text. */
export function toIssueNote(issue: Issue, now: Date, tagStyle: TagStyle): IssueNote {
  const { iid, web_url: url, labels } = issue
  const facts: readonly (readonly [name: string, text: string | null | undefined])[] = [
    ['GitLab', issueLink(issue)],
    ['Status', issue.state],
    ['Confidential', issue.confidential === true ? 'yes, in GitLab only some may see it' : null],
    ['Labels', plainText(labels.join(', '))],
    ['Milestone', plainText(issue.milestone?.title ?? '')],
    ['Assignee', plainText(assigneesOf(issue).join(', '))],
    ['Author', plainText(issue.author?.username ?? '')],
    ['Created', issue.created_at.slice(0, 10)],
    ['Due', issue.due_date],
    ['Closed', issue.closed_at?.slice(0, 10)],
  ]
  const list = facts.flatMap(([name, text]) => (text == null || text === '' ? [] : [`- ${name}: ${text}`]))
  const description = quoteMarkdown(wholeAddresses(issue.description ?? '', url))
  const content = [...list, ...(description === '' ? [] : ['', '## Description', '', description]), ''].join(
    '\n',
  )
  return {
    title: oneLine(issue.title.replace(/\[\[|\]\]/g, '')) || `Issue ${iid}`,
    metadata: {
      source: url,
      source_type: 'gitlab',
      ingested: now.toISOString().slice(0, 10),
      untrusted: true,
    },
    content: quoteColonTags(content, tagStyle),
  }
}

/** The addresses under which an issue has stood: GitLab has moved them twice. */
export function addressesOf({ iid, web_url: url }: Issue): readonly string[] {
  const project = projectOf(url)
  return [
    ...new Set([
      url,
      ...['/-/issues/', '/issues/', '/-/work_items/'].map((part) => `${project}${part}${iid}`),
    ]),
  ]
}

/** What leads from a note to an issue: `[#12 Title](address)`. */
export function issueLink({ iid, title, web_url: url }: Pick<Issue, 'iid' | 'title' | 'web_url'>): string {
  return `[#${iid} ${plainText(oneLine(title))}](${url.replace(/[\s()<>]/g, percentEncoded)})`
}

function projectOf(url: string): string {
  return url.replace(/(?:\/-)?\/(?:issues|work_items)\/\d+.*$/, '')
}

/** Uploads are named from the project's own address on; in a note that would lead nowhere. */
function wholeAddresses(description: string, url: string): string {
  return description.replace(/(\]\()(?=\/uploads\/)/g, (start) => `${start}${projectOf(url)}`)
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** Text with nothing in it that Markdown, tags or links within a vault would make something of. */
function plainText(text: string): string {
  return oneLine(text).replace(/[\\[\]`*_<>#|~$%^]/g, '\\$&')
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`
}
