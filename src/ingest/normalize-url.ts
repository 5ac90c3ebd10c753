const tracking = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|_hs(?:enc|mi)|ref_src)$/i

/** The address that identifies a page: without fragment and tracking parameters. */
export function normalizeUrl(given: URL): string {
  const url = new URL(given.href)
  url.hash = ''
  const names = [...new Set(url.searchParams.keys())].filter((name) => tracking.test(name))
  // Unchanged where there is nothing to remove: setting parameters rewrites all of them.
  for (const name of names) url.searchParams.delete(name)
  // In frontmatter two brackets are a link.
  const { origin } = url
  return origin + url.href.slice(origin.length).replaceAll('[', '%5B').replaceAll(']', '%5D')
}
