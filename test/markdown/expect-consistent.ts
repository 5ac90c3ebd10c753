import { expect } from 'vitest'
import type { NoteLink, ParsedNote, SourceRange } from '../../src/model/parsed-note.ts'

/** Every range lies in the text and holds what it claims; every line is the one on which its range begins. */
export function expectConsistent(text: string, note: ParsedNote): void {
  const wrong: unknown[] = []
  const slice = ({ start, end }: SourceRange): string => text.slice(start, end)
  const check = (claim: boolean, what: unknown): void => {
    if (!claim) wrong.push(what)
  }
  const lineOf = lineCounter(text)
  const { frontmatter, headings, sections, links, externalLinks, tags, tasks, blocks } = note
  for (const list of [headings, links, externalLinks, tags, tasks, blocks]) {
    for (const item of list) {
      const { start, end } = item.range
      check(start >= 0 && start < end && end <= text.length && lineOf(start) === item.line, item)
    }
  }
  const body = [headings, links.filter(({ form }) => form !== 'frontmatter'), externalLinks, tasks, blocks]
  for (const list of body) {
    list.forEach(({ range }, index) => {
      check(range.start >= frontmatter.bodyStart, range)
      check(index === 0 || list[index - 1]!.range.start <= range.start, range)
    })
  }
  for (const heading of headings)
    check(slice(heading.range).trim() !== '' && !slice(heading.range).endsWith('\n'), heading)
  for (const link of links) check(isLink(link, slice), link)
  for (const { url, range, ...rest } of externalLinks)
    check(slice(range).replaceAll('\\', '').includes(url.replaceAll('\\', '')), [url, rest])
  for (const tag of tags) check(tag.source === 'frontmatter' || slice(tag.range) === `#${tag.tag}`, tag)
  for (const task of tasks)
    check(slice(task.statusRange) === task.status && !slice(task.range).includes('\n'), task)
  for (const block of blocks) check(slice(block.range) === `^${block.id}`, block)
  check(sections.length === headings.length, sections)
  sections.forEach(({ heading, range, content }, index) => {
    check(heading === index && range.start === headings[index]!.range.start, range)
    check(range.start <= content.start && content.start <= content.end && content.end === range.end, content)
  })
  check(frontmatter.bodyLine === lineOf(frontmatter.bodyStart), frontmatter.bodyLine)
  expect(wrong).toEqual([])
}

function isLink(link: NoteLink, slice: (range: SourceRange) => string): boolean {
  const { form, isEmbed, range, targetRange, target } = link
  const written = slice(range)
  const writtenTarget = slice(targetRange)
  const isInside = targetRange.start >= range.start && targetRange.end <= range.end
  const opening = { wikilink: '[[', markdown: '[', reference: '[', frontmatter: '[[', canvas: '"' }[form]
  if (!isInside || !written.startsWith(isEmbed ? `!${opening}` : opening)) return false
  if (form === 'wikilink') return written.endsWith(']]') && writtenTarget === target
  return (
    form === 'frontmatter' ||
    writtenTarget.includes('%') ||
    writtenTarget.replaceAll('\\', '') === target.replaceAll('\\', '')
  )
}

function lineCounter(text: string): (offset: number) => number {
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => {
    let low = 0
    let high = breaks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (breaks[middle]! < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
