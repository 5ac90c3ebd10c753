// The least that answers on the SDK that flint uses: what starting a server costs anyone, and what a call does. Whatever a
// tool is called with it gives back, as flint gives its answers: as a value and as text.
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

serveStdio(() => {
  const bare = new McpServer({ name: 'bare', version: '1' })
  bare.server.registerCapabilities({ tools: {} })
  bare.server.setRequestHandler('tools/call', ({ params: { arguments: given = {} } }) => ({
    content: [{ type: 'text', text: JSON.stringify(given) }],
    structuredContent: given,
  }))
  return bare
})
process.stdin.on('end', () => process.exit())
