/** The used part of an element, as Turndown's parser makes it. */
export interface HtmlElement {
  readonly nodeName: string
  readonly parentNode: HtmlElement | null
  readonly nextSibling: object | null
  readonly previousSibling: { readonly textContent: string | null } | null
  readonly children: ArrayLike<HtmlElement>
  readonly textContent: string | null
  readonly innerHTML: string
  readonly className: string
  getAttribute(name: string): string | null
  querySelector(selector: string): HtmlElement | null
  querySelectorAll(selector: string): ArrayLike<HtmlElement>
}
