import type { PageLink } from './html-messages.ts'
import { normalizeUrl } from './normalize-url.ts'

const words = /[\p{L}\p{N}]{3,40}/gu
const noPage = /\.(?:jpe?g|png|gif|svg|webp|avif|mp[34]|webm|zip|gz|tgz|exe|dmg|css|js|json|xml|rss|ics)$/i

/** The links of a page to others of its site, those first whose words are most those of the page. */
export function rankLinks({
  source,
  text,
  links,
}: {
  readonly source: string
  readonly text: string
  readonly links: readonly PageLink[]
}): readonly string[] {
  const { hostname } = new URL(source)
  const weights = weigh(text)
  const scores = new Map<string, number>()
  for (const link of links) {
    const target = new URL(link.url)
    if (!/^https?:$/.test(target.protocol) || target.hostname !== hostname || noPage.test(target.pathname))
      continue
    const url = normalizeUrl(target)
    if (url === source || target.username !== '') continue
    const own = weigh(`${link.text} ${target.pathname.replace(/[-_/.]/g, ' ')}`)
    const score = [...own.keys()].reduce((sum, word) => sum + Math.log1p(weights.get(word) ?? 0), 0)
    scores.set(url, Math.max(scores.get(url) ?? 0, score))
  }
  return [...scores]
    .filter(([, score]) => score > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([url]) => url)
}

/** How much two texts share their words, 0 to 1: the cosine of their counts, dampened. */
export function similarity(a: string, b: string): number {
  const [left, right] = [weigh(a), weigh(b)]
  let shared = 0
  for (const [word, weight] of left) shared += Math.log1p(weight) * Math.log1p(right.get(word) ?? 0)
  const length = lengthOf(left) * lengthOf(right)
  return length === 0 ? 0 : shared / length
}

function lengthOf(weights: ReadonlyMap<string, number>): number {
  return Math.sqrt([...weights.values()].reduce((sum, weight) => sum + Math.log1p(weight) ** 2, 0))
}

function weigh(text: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  // An address says what is at its end, not what this page is about.
  for (const [word] of text
    .slice(0, 200_000)
    .replace(/\]\([^)]*\)/g, ']')
    .toLowerCase()
    .matchAll(words))
    if (word.length > 3) weights.set(word, (weights.get(word) ?? 0) + 1)
  return weights
}
