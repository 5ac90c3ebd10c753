import type { Font, Page, Quad, StructuredText } from 'mupdf'
import { cleanCharacter, unreadable } from './clean-character.ts'
import { buildFragments, type PlacedCharacter } from './line-builder.ts'
import type { PdfFragment, PdfPage } from './pdf-page.ts'

/** A page's text, placed and styled, and how much of the page pictures cover. */
export function extractPage(page: Page): PdfPage {
  const seen = extract(page, readShown(page))
  // Where a page's own box is wrong, all that it paints lies outside.
  if (seen.fragments.length > 0 || seen.pictures > 0) return seen
  return extract(page, page.toStructuredText('preserve-images,clip=no'))
}

/** What the page shows, forms and annotations included. */
function readShown(page: Page): StructuredText {
  const list = page.toDisplayList(true)
  try {
    return list.toStructuredText('preserve-images')
  } finally {
    list.destroy()
  }
}

function extract(page: Page, text: StructuredText): PdfPage {
  const [left, top, right, bottom] = page.getBounds()
  const area = Math.max(1, (right - left) * (bottom - top))
  const links = readLinks(page)
  const styleOf = styleReader()
  const fragments: PdfFragment[] = []
  let pictures = 0
  let unknown = 0
  let characters: PlacedCharacter[] = []
  let turn = 0
  let place = placer(turn, left, top)
  try {
    withWholeCharacters(() => {
      text.walk({
        onImageBlock([x0, y0, x1, y1], _transform, image) {
          const width = Math.min(x1, right) - Math.max(x0, left)
          const height = Math.min(y1, bottom) - Math.max(y0, top)
          if (width > 0 && height > 0) pictures += (width * height) / area
          image.destroy()
        },
        beginLine(_box, _wmode, [dx, dy]) {
          characters = []
          turn = (360 + Math.round((Math.atan2(dy, dx) * 180) / Math.PI)) % 360
          place = placer(turn, left, top)
        },
        onChar(character, [x, y], font, size, quad) {
          const style = styleOf(font)
          const clean = cleanCharacter(character)
          if (clean === unreadable) unknown += 1
          if (clean !== '') {
            characters.push({
              text: clean,
              size,
              bold: style.bold,
              italic: style.italic,
              // Wide letters have one width in every font.
              mono: style.mono && clean < '\u2e80',
              link: linkAt(links, quad),
              ...place(x, y, quad),
            })
          }
        },
        endLine() {
          for (const fragment of buildFragments(characters, turn)) fragments.push(fragment)
        },
      })
    })
  } finally {
    text.destroy()
  }
  return {
    width: right - left,
    height: bottom - top,
    fragments,
    pictures: Math.min(1, pictures),
    unreadable: unknown,
  }
}

type Place = Pick<PlacedCharacter, 'x0' | 'x1' | 'y0' | 'y1' | 'baseline'>

/** Places on the page, as they are where the page is held so that lines turned by these degrees are upright. */
function placer(turn: number, left: number, top: number): (x: number, y: number, quad: Quad) => Place {
  const angle = (turn * Math.PI) / 180
  const [cos, sin] = turn === 0 ? [1, 0] : [Math.cos(angle), Math.sin(angle)]
  const across = (x: number, y: number) => (x - left) * cos + (y - top) * sin
  const down = (x: number, y: number) => (y - top) * cos - (x - left) * sin
  return (x, y, [ulx, uly, urx, ury, llx, lly, lrx, lry]) => {
    const [a, b, c, d] = [across(ulx, uly), across(urx, ury), across(llx, lly), across(lrx, lry)]
    const [e, f, g, h] = [down(ulx, uly), down(urx, ury), down(llx, lly), down(lrx, lry)]
    return {
      x0: Math.min(a, b, c, d),
      x1: Math.max(a, b, c, d),
      y0: Math.min(e, f, g, h),
      y1: Math.max(e, f, g, h),
      baseline: down(x, y),
    }
  }
}

// mupdf hands characters over by `String.fromCharCode`, which cuts those beyond the first plane: 𝑥 would be 푥.
function withWholeCharacters(run: () => void): void {
  const { fromCharCode } = String
  String.fromCharCode = (...codes) => {
    const [code = 0] = codes
    return codes.length === 1 && code > 0xffff && code <= 0x10ffff
      ? String.fromCodePoint(code)
      : fromCharCode(...codes)
  }
  try {
    run()
  } finally {
    String.fromCharCode = fromCharCode
  }
}

interface LinkArea {
  readonly box: readonly [number, number, number, number]
  readonly address: string
}

function readLinks(page: Page): LinkArea[] {
  return page.getLinks().flatMap((link) => {
    const address = link.getURI()
    const box = link.getBounds()
    link.destroy()
    return /^(?:https?:\/\/|mailto:)\S+$/i.test(address) ? [{ box, address }] : []
  })
}

function linkAt(links: readonly LinkArea[], [ulx, uly, , , , , lrx, lry]: Quad): string | null {
  if (links.length === 0) return null
  const [x, y] = [(ulx + lrx) / 2, (uly + lry) / 2]
  return links.find(({ box: [x0, y0, x1, y1] }) => x >= x0 && x <= x1 && y >= y0 && y <= y1)?.address ?? null
}

interface FontStyle {
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
}

/** Asks each font of a page once: mupdf makes an object of it for each character. */
function styleReader(): (font: Font) => FontStyle {
  const styles = new Map<number, FontStyle>()
  const kept: Font[] = []
  return (font) => {
    const known = styles.get(font.pointer)
    if (known !== undefined) {
      font.destroy()
      return known
    }
    // Kept, so that no other font gets its address.
    kept.push(font)
    const style = readStyle(font)
    styles.set(font.pointer, style)
    return style
  }
}

function readStyle(font: Font): FontStyle {
  const name = font.getName().replace(/^[A-Z]{6}\+/, '')
  return {
    bold: font.isBold() || /bold|black|heavy|demi|^CMB|^SFBX|-Medi/i.test(name),
    italic: font.isItalic() || /italic|oblique|^CMTI|^CMSL|^SFTI|^SFSL|Ital$/i.test(name),
    mono: font.isMono() || /courier|^CMTT|^SFTT|consolas|menlo|\bmono/i.test(name),
  }
}
