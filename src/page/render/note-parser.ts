import Markdown, { type MarkdownIt } from 'markdown-it'
import { type ShownHeading, useBlockLook, useBlockMarks } from './block-rules.ts'
import { useCallouts } from './callout-rule.ts'
import { useComments } from './comment-rules.ts'
import { useFootnotes } from './footnote-rules.ts'
import { useMath } from './math-rules.ts'
import { ownType } from './own-token.ts'
import type { RenderJob } from './render-context.ts'
import { type RenderEmbed, useLinks } from './settle-links.ts'
import { useMarks, useTags } from './text-mark-rules.ts'
import { useWikilinks } from './wikilink-rule.ts'
import { element, escapeHtml, openTag } from './write-html.ts'

/** Markdown as notes are written, for one text. HTML in it is text; its headings are added to `outline`. */
export function noteParser(job: RenderJob, outline: ShownHeading[], renderEmbed: RenderEmbed): MarkdownIt {
  const md = new Markdown({ html: false, linkify: true, breaks: true, maxNesting: 60 })
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  // What a link leads to is decided once all of it is known: nothing is refused or rewritten before.
  md.validateLink = () => true
  md.normalizeLink = (url) => url
  md.normalizeLinkText = (url) => url
  useComments(md)
  useMath(md, job)
  useMarks(md)
  useTags(md, job)
  useWikilinks(md)
  useFootnotes(md, job.anchors)
  useCallouts(md)
  useBlockMarks(md, job)
  useLinks(md, job, renderEmbed)
  useBlockLook(md, job, outline)
  useRenderers(md)
  return md
}

function useRenderers({ renderer: { rules } }: MarkdownIt): void {
  rules[ownType] = (tokens, at) => tokens[at]?.content ?? ''
  rules['table_open'] = (tokens, at) => {
    const dir = tokens[at]?.attrGet('dir') ?? null
    return `${openTag('div', { class: 'table-scroll', tabindex: '0', dir })}\n<table>\n`
  }
  rules['table_close'] = () => '</table>\n</div>\n'
  rules['code_inline'] = (tokens, at) => element('code', {}, tokens[at]?.content ?? '')
  rules['code_block'] = (tokens, at) => codeBlock('', tokens[at]?.content ?? '')
  rules['fence'] = (tokens, at) => codeBlock(tokens[at]?.info ?? '', tokens[at]?.content ?? '')
  rules['text'] = (tokens, at) => escapeHtml(tokens[at]?.content ?? '')
}

function codeBlock(info: string, code: string): string {
  const language = /^[\w+#.-]{1,40}(?=\s|$)/.exec(info.trim().replace(/^\{?\.?/, ''))?.[0] ?? ''
  if (language.toLowerCase() === 'mermaid')
    return `<pre class="diagram-source" tabindex="0">${element('code', { class: 'language-mermaid' }, code)}</pre>\n`
  const attributes = { class: language === '' ? null : `language-${language}` }
  return `<pre tabindex="0">${element('code', attributes, code)}</pre>\n`
}
