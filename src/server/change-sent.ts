import type { JSONRPCMessage, McpServer } from '@modelcontextprotocol/server'

/** Has each message that a connection sends changed on its way out. To be called before it is connected. */
export function changeSent(connection: McpServer, change: (message: JSONRPCMessage) => JSONRPCMessage): void {
  const connect = connection.connect.bind(connection)
  connection.connect = async (transport) => {
    const send = transport.send.bind(transport)
    transport.send = async (message, options) => {
      await send(change(message), options)
    }
    await connect(transport)
  }
}
