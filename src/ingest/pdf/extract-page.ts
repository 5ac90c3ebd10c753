import type { Font, Page, StructuredText } from 'mupdf'
import { cleanCharacter, unreadable } from './clean-character.ts'
import { buildFragments, type PlacedCharacter } from './line-builder.ts'
import type { PdfFragment, PdfPage } from './pdf-page.ts'

type Quad = readonly [number, number, number, number, number, number, number, number]

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
  let direction: readonly [number, number] = [1, 0]
  try {
    withWholeCharacters(() => {
      text.walk({
        onImageBlock([x0, y0, x1, y1], _transform, image) {
          const width = Math.min(x1, right) - Math.max(x0, left)
          const height = Math.min(y1, bottom) - Math.max(y0, top)
          if (width > 0 && height > 0) pictures += (width * height) / area
          image.destroy()
        },
        beginLine(_box, _wmode, lineDirection) {
          characters = []
          direction = lineDirection
        },
        onChar(character, [x, y], font, size, quad) {
          const style = styleOf(font)
          const clean = cleanCharacter(character)
          if (clean === unreadable) unknown += 1
          if (clean !== '') {
            const [ulx, uly, urx, ury, llx, lly, lrx, lry] = quad
            characters.push({
              text: clean,
              size,
              ...style,
              // Wide letters have one width in every font.
              mono: style.mono && clean < '\u2e80',
              link: linkAt(links, quad),
              origin: [x - left, y - top],
              corners: [
                [ulx - left, uly - top],
                [urx - left, ury - top],
                [llx - left, lly - top],
                [lrx - left, lry - top],
              ],
            })
          }
        },
        endLine() {
          fragments.push(...buildFragments(characters, direction))
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

// mupdf hands characters over by `String.fromCharCode`, which cuts those beyond the first plane: 𝑥 would be 푥.
function withWholeCharacters(run: () => void): void {
  const { fromCharCode } = String
  String.fromCharCode = (...codes) =>
    codes
      .map((code) => (code > 0xffff && code <= 0x10ffff ? String.fromCodePoint(code) : fromCharCode(code)))
      .join('')
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
