import { h, render } from 'preact'
import { ChangeView } from './change-view.ts'
import { connectHost, type ToolResult } from './host.ts'
import { SearchView } from './search-view.ts'

const place = document.getElementById('view')
if (place !== null) void show(place)

/** Shows what the tool gave as soon as the host says it, and tells the host how high that is. */
async function show(element: HTMLElement): Promise<void> {
  const view = element.dataset['view'] === 'change-view' ? ChangeView : SearchView
  let result: ToolResult | null = null
  const draw = () => {
    if (result !== null) render(h(view, { host, result }), element)
  }
  const host = await connectHost((given) => {
    result = given
    draw()
  })
  draw()
  new ResizeObserver(() =>
    host.resized(Math.ceil(document.documentElement.getBoundingClientRect().height)),
  ).observe(document.documentElement)
}
