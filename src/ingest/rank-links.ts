import { countEach } from '../model/count-each.ts'
import type { PageLink } from './html-messages.ts'
import { normalizeUrl } from './normalize-url.ts'

const words = /[\p{L}\p{N}]{3,40}/gu
const noPage = /\.(?:jpe?g|png|gif|svg|webp|avif|mp[34]|webm|zip|gz|tgz|exe|dmg|css|js|json|xml|rss|ics)$/i

// The usual parameters of BM25: how soon repetition stops counting, and how much a long text is held back.
const saturation = 1.2
const lengthWeight = 0.75

/**
 * Ranks a page's links to others of its site as a search ranks notes: the page is the query, with each word weighted by
 * its frequency, and a link's text and address are ranked by BM25 among all links. So a word in every link, such as the
 * site's name, counts for little.
 */
export function rankLinks({
  source,
  text,
  links,
}: {
  readonly source: string
  readonly text: string
  readonly links: readonly PageLink[]
}): readonly string[] {
  const asked = weigh(text)
  const documents = [...textsByUrl(source, links)].map(([url, said]) => ({ url, words: weigh(said) }))
  // How many of the texts have each word.
  const bearers = countEach(documents.flatMap(({ words: own }) => [...own.keys()]))
  const lengths = documents.map(({ words: own }) => sumOf(own.values()))
  const average = sumOf(lengths) / Math.max(1, documents.length)
  const rank = ({ url, words: own }: (typeof documents)[number], at: number) => {
    const length = 1 - lengthWeight + (lengthWeight * (lengths[at] ?? 0)) / Math.max(1, average)
    const scores = [...own].map(([word, count]) => {
      const among = bearers.get(word) ?? 0
      const rarity = Math.log1p((documents.length - among + 0.5) / (among + 0.5))
      const share = (count * (saturation + 1)) / (count + saturation * length)
      return Math.log1p(asked.get(word) ?? 0) * rarity * share
    })
    return { url, score: sumOf(scores) }
  }
  return documents
    .map(rank)
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ url }) => url)
}

/** The texts of all links to each other page of the site. */
function textsByUrl(source: string, links: readonly PageLink[]): ReadonlyMap<string, string> {
  const { hostname } = new URL(source)
  const texts = new Map<string, Set<string>>()
  for (const link of links) {
    const target = new URL(link.url)
    if (!/^https?:$/.test(target.protocol) || target.hostname !== hostname || noPage.test(target.pathname))
      continue
    const url = normalizeUrl(target)
    if (url === source || target.username !== '') continue
    const said = texts.get(url) ?? new Set([target.pathname.replace(/[-_/.]/g, ' ')])
    texts.set(url, said.add(link.text))
  }
  return new Map([...texts].map(([url, said]) => [url, [...said].join('\n')]))
}

function sumOf(numbers: Iterable<number>): number {
  return [...numbers].reduce((sum, number) => sum + number, 0)
}

/** How similar the words of two texts are, 0 to 1: the cosine of their dampened counts. */
export function similarity(a: string, b: string): number {
  const [left, right] = [weigh(a), weigh(b)]
  let shared = 0
  for (const [word, weight] of left) shared += Math.log1p(weight) * Math.log1p(right.get(word) ?? 0)
  const length = lengthOf(left) * lengthOf(right)
  return length === 0 ? 0 : shared / length
}

function lengthOf(weights: ReadonlyMap<string, number>): number {
  return Math.sqrt(sumOf([...weights.values()].map((weight) => Math.log1p(weight) ** 2)))
}

function weigh(text: string): ReadonlyMap<string, number> {
  // An address says what it leads to, not what this page is about.
  const said = text
    .slice(0, 200_000)
    // One without an end takes all the rest along, so that this is looked through once.
    .replace(/\]\([^)]*(\)?)/g, (link, end) => (end === '' ? link : ']'))
  return countEach((said.toLowerCase().match(words) ?? []).filter((word) => word.length > 3))
}
