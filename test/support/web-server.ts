import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface WebServer {
  readonly origin: string
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[]
}

/** A web server on loopback, for as long as the test takes. What is not listed is 404. */
export async function withWebServer(
  answers: Readonly<Record<string, string | Answer>>,
  use: (server: WebServer) => Promise<void>,
): Promise<void> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://local').pathname
    asked.push(path)
    const answer = answers[path]
    if (answer === undefined) response.writeHead(404).end()
    else if (typeof answer === 'string') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer)
    } else answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    await use({ origin: `http://127.0.0.1:${port}`, asked })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** A page with enough text to be one. */
export function page(title: string, ...paragraphs: string[]): string {
  const body = paragraphs.map((text) => `<p>${text}</p>`).join('\n')
  return `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="All about ${title}."><meta name="author" content="Ada Bell"></head>
<body><nav><a href="/">Home</a> <a href="/menu">Menu of things</a></nav><article><h1>${title}</h1>\n${body}\n</article><footer>Footer words</footer></body></html>`
}
