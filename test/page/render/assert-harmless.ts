import { parseHTML } from 'linkedom'

const common = ['class', 'dir', 'id', 'tabindex']
const link = ['href', 'rel', 'target', 'data-note', 'data-target', 'aria-label']
const math = [
  ...['display', 'displaystyle', 'scriptlevel', 'mathvariant', 'stretchy', 'fence', 'form', 'separator'],
  ...['lspace', 'rspace', 'minsize', 'maxsize', 'width', 'height', 'depth', 'voffset', 'linethickness'],
  ...['accent', 'accentunder', 'columnalign', 'rowspacing', 'columnspacing', 'columnlines', 'rowlines'],
  ...['notation', 'movablelimits', 'largeop', 'symmetric', 'columnspan', 'rowspan'],
]
const plain = 'p div span h1 h2 h3 h4 h5 h6 ul li blockquote pre code em strong s mark br hr sup summary'
const table = 'table thead tbody tr th td'
const formula =
  'math mrow mi mn mo ms mtext mspace mstyle mpadded mphantom menclose msub msup msubsup munder mover munderover mmultiscripts mprescripts none mfrac msqrt mroot mtable mtr mtd'

/** The elements that a rendered note may have, each with its attributes. */
const allowed = new Map<string, readonly string[]>([
  ...`${plain} ${table}`.split(' ').map((name): [string, readonly string[]] => [name, common]),
  ...formula.split(' ').map((name): [string, readonly string[]] => [name, [...common, ...math]]),
  ['a', [...common, ...link]],
  ['section', [...common, 'data-note']],
  ['details', [...common, 'open']],
  ['ol', [...common, 'start']],
  ['img', ['src', 'alt', 'width', 'height', 'loading']],
  ['input', ['type', 'data-line', 'data-task', 'aria-label', 'checked', 'disabled']],
])

const addresses: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?:\/\/|mailto:|obsidian:|zotero:|tel:|\/ui\/(?:note|file|search)[/?]|#(?:fn|fnref)-\d+)/,
  src: /^\/ui\/file\//,
}

/** What in HTML a rendered note must not have, a sentence each. */
export function harmIn(html: string): readonly string[] {
  const { document } = parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`)
  const ids = new Set<string>()
  return [...document.querySelectorAll('*')].flatMap((found) => {
    const name = found.localName
    if (['html', 'head', 'body'].includes(name)) return []
    const attributes = allowed.get(name)
    if (attributes === undefined) return [`<${name}>`]
    return [...found.attributes].flatMap(({ name: key, value }): readonly string[] => {
      if (!attributes.includes(key)) return [`${name} has ${key}="${value}"`]
      const address = addresses[key]
      if (address !== undefined && (!address.test(value) || /[\0-\x20]/.test(value)))
        return [`${name} leads to ${value}`]
      if (key === 'target' && !/noopener/.test(found.getAttribute('rel') ?? ''))
        return ['a target without rel']
      if (key === 'class' && !/^[\w .#+-]*$/.test(value)) return [`class ${value}`]
      if (key === 'id') {
        if (!/^(?:h|b|fn|fnref)-/.test(value)) return [`id ${value}`]
        if (ids.has(value)) return [`id ${value} twice`]
        ids.add(value)
      }
      return []
    })
  })
}
