const patienceMs = 5_000
const mostBytes = 512 * 1024

/** A JSON document of an identity provider's. Fails for another status, a redirect, one that is slow, and one that is huge. */
export async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`${url} answered ${response.status}`)
  }
  const parts: Uint8Array[] = []
  let bytes = 0
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader()
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    bytes += read.value.length
    if (bytes > mostBytes) throw new Error(`${url} sent more than ${mostBytes} bytes`)
    parts.push(read.value)
  }
  return JSON.parse(Buffer.concat(parts).toString())
}
