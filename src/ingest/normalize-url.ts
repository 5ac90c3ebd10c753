const tracking = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|_hs(?:enc|mi)|ref_src)$/i

/** The address that identifies a page: without fragment and tracking parameters. */
export function normalizeUrl(given: URL): string {
  const url = new URL(given.href)
  url.hash = ''
  const parameters = url.search.slice(1).split('&')
  const kept = parameters.filter((parameter) => !tracking.test(parameter.replace(/=.*/, '')))
  // As text: setting a parameter writes all of them anew, `%20` as `+`.
  if (kept.length < parameters.length) url.search = kept.join('&')
  // In frontmatter two brackets are a link.
  const { origin } = url
  return origin + url.href.slice(origin.length).replaceAll('[', '%5B').replaceAll(']', '%5D')
}

/** An address with its query as `URLSearchParams` writes it, `+` for a blank: notes of earlier versions may name it so. */
export function withQueryAnew(address: string): string {
  const url = new URL(address)
  url.search = url.searchParams.toString()
  return url.href
}
