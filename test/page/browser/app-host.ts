import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

declare global {
  interface Window {
    /** Calls a tool of the server that the view is of. */
    callTool: (name: string, args: object) => Promise<{ readonly content: [] }>
    /** Shows a view in a frame of its own, with what a tool gave. */
    showView: (html: string, result: object) => Promise<void>
  }
}

window.showView = async (html, result) => {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.width = '700'
  frame.title = 'A view'
  document.body.append(frame)
  const target = frame.contentWindow
  if (target === null) throw new Error('The frame has no window.')
  const bridge = new AppBridge(
    null,
    { name: 'test-host', version: '1' },
    { serverTools: {}, openLinks: {} },
    { hostContext: { theme: 'dark' } },
  )
  bridge.oncalltool = async ({ name, arguments: args }) => await window.callTool(name, args ?? {})
  bridge.addEventListener('sizechange', ({ height }) => {
    frame.height = String(height)
  })
  const isReady = new Promise<void>((resolve) => {
    bridge.addEventListener('initialized', () => {
      resolve()
    })
  })
  await bridge.connect(new PostMessageTransport(target, target))
  frame.srcdoc = html
  await isReady
  await bridge.sendToolInput({ arguments: {} })
  await bridge.sendToolResult({ content: [], ...result })
}
