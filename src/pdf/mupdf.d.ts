// What we use of mupdf, which may be absent: it is optional. Declared here, so that the project compiles without it.

declare module 'mupdf' {
  type Point = readonly [number, number]
  type Rect = readonly [number, number, number, number]
  type Quad = readonly [number, number, number, number, number, number, number, number]

  export function setLog(log: { error(message: string): void; warning(message: string): void }): void

  export class Font {
    getName(): string
    isMono(): boolean
    isBold(): boolean
    isItalic(): boolean
    readonly pointer: number
    destroy(): void
  }

  export class Image {
    destroy(): void
  }

  export class StructuredText {
    walk(walker: {
      onImageBlock?(box: Rect, transform: unknown, image: Image): void
      beginLine?(box: Rect, wmode: number, direction: Point): void
      onChar?(character: string, origin: Point, font: Font, size: number, quad: Quad): void
      endLine?(): void
    }): void
    destroy(): void
  }

  export class DisplayList {
    toStructuredText(options: string): StructuredText
    destroy(): void
  }

  export class Link {
    getBounds(): Rect
    getURI(): string
    destroy(): void
  }

  export class Page {
    getBounds(): Rect
    toStructuredText(options: string): StructuredText
    toDisplayList(withAnnotations: boolean): DisplayList
    getLinks(): Link[]
    destroy(): void
  }

  export interface OutlineItem {
    readonly title: string | undefined
    readonly page?: number
    readonly down?: readonly OutlineItem[]
  }

  export interface PdfObject {
    get(key: string): PdfObject
    isString(): boolean
    asString(): string
  }

  export class Document {
    static openDocument(bytes: Uint8Array, magic: string): Document
    needsPassword(): boolean
    countPages(): number
    loadPage(index: number): Page
    loadOutline(): readonly OutlineItem[] | null
    getMetaData(key: string): string | undefined
    asPDF(): { getTrailer(): PdfObject } | null
  }
}
