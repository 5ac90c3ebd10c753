/** The used part of a document: the project is compiled without the browser's types. */
export interface PageDocument {
  readonly documentElement: PageElement | null
  readonly defaultView: object | null
  createElement(name: string): PageElement
  createTextNode(text: string): PageNode
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
}

export interface PageNode {
  readonly nodeName: string
  readonly childNodes: Iterable<PageNode>
  textContent: string | null
}

export interface PageElement extends PageNode {
  readonly outerHTML: string
  readonly parentElement: PageElement | null
  readonly previousElementSibling: PageElement | null
  readonly nextElementSibling: PageElement | null
  readonly previousSibling: PageNode | null
  readonly nextSibling: PageNode | null
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  closest(selector: string): PageElement | null
  append(...nodes: PageNode[]): void
  prepend(...nodes: PageNode[]): void
  before(...nodes: PageNode[]): void
  replaceWith(...nodes: PageNode[]): void
}
