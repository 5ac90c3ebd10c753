import { oneLine } from './html-to-markdown.ts'
import type { PageDocument } from './page-document.ts'

/** What a page says of its name, in whole. */
interface SaidTitles {
  readonly headings: readonly string[]
  readonly title: string
  /** `og:title`, made for those who link to the page. */
  readonly shared: string
}

/** What defuddle makes of it. */
interface FoundName {
  readonly title: string
  readonly site: string
  readonly author: string
  readonly domain: string
  readonly metaTags?: readonly {
    readonly name?: string | null
    readonly property?: string | null
    readonly content: string | null
  }[]
  readonly schemaOrgData: unknown
}

export function readTitles(document: PageDocument): SaidTitles {
  return {
    headings: Array.from(document.querySelectorAll('h1'), ({ textContent }) => oneLine(textContent ?? '')),
    title: oneLine(document.querySelector('title')?.textContent ?? ''),
    shared: oneLine(document.querySelector('meta[property="og:title"]')?.getAttribute('content') ?? ''),
  }
}

/**
 * Title and site of a page. defuddle takes what stands behind a line in a title for the site's name, and the author for a
 * site that has none: a title that a heading repeats is whole, and only a site that is named is one.
 */
export function nameOf(
  { headings, title, shared }: SaidTitles,
  found: FoundName,
): { readonly title: string; readonly site: string } {
  const told = [title, shared].filter((text) => text !== '')
  const [first = headings[0] ?? ''] = told
  if (found.title === '') return { title: first, site: found.site === '' ? found.domain : found.site }
  if (isNamed(found)) return found
  // A heading that repeats the part before the line makes it no site's name.
  if (headings.includes(found.site) && title.startsWith(found.site)) return { title, site: found.domain }
  const isCut = (whole: string) =>
    whole !== found.title && whole.includes(found.title) && whole.includes(found.site)
  const whole =
    headings.find(
      (text) => isCut(text) && (told.length === 0 || told.some((other) => other.includes(text))),
    ) ?? (isCut(shared) && title !== shared && title.includes(shared) ? shared : null)
  if (whole !== null) return { title: whole, site: found.domain }
  return { title: found.title, site: found.site === found.author ? found.domain : found.site }
}

/** Whether the page names its site elsewhere than in its title and among its authors. */
function isNamed({ site, metaTags = [], schemaOrgData }: FoundName): boolean {
  const isSite = /^(?:og:site_name|application-name|copyright)$/
  const withoutAuthors = JSON.stringify([schemaOrgData], (key, value: unknown) =>
    /^(?:author|creator)$/.test(key) ? undefined : value,
  )
  return (
    metaTags.some(
      ({ name, property, content }) => content?.trim() === site && isSite.test(property ?? name ?? ''),
    ) || withoutAuthors.includes(`"name":${JSON.stringify(site)}`)
  )
}
