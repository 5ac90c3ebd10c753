/** `HOST:PORT`, with an IPv6 address in brackets; null for anything else. */
export function readAddress(text: string): { readonly host: string; readonly port: number } | null {
  const [, bracketed, plain, digits = ''] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  return host === undefined || port > 65_535 ? null : { host, port }
}
