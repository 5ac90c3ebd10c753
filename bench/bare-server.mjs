// The least that answers on the SDK that flint uses: what starting a server costs anyone.
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

serveStdio(() => new McpServer({ name: 'bare', version: '1' }))
process.stdin.on('end', () => process.exit())
