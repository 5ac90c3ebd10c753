import { useEffect, useRef, useState } from 'preact/hooks'
import type { Picture } from '../graph/draw-graph.ts'
import type { Grouped } from '../graph/group-nodes.ts'
import type { Ink } from '../graph/scene.ts'
import { html } from '../html.ts'
import type { NoteGraph } from '../state/calls.ts'

/** The drawn graph. What draws is loaded here, and nowhere else. */
export function GraphPicture({
  graph,
  grouped,
  middle,
  pointed,
  onPoint,
  onOpen,
}: {
  readonly graph: NoteGraph
  readonly grouped: Grouped
  readonly middle: string | null
  readonly pointed: string | null
  readonly onPoint: (id: string | null) => void
  readonly onOpen: (id: string) => void
}) {
  const element = useRef<HTMLDivElement>(null)
  const picture = useRef<Picture | null>(null)
  const [problem, setProblem] = useState('')
  const theme = useThemeMark()
  const open = useRef(onOpen)
  open.current = onOpen

  const look = JSON.stringify([grouped.groups, middle, theme])
  const show = () => {
    if (element.current === null) return
    const { colourOf } = grouped
    picture.current?.show(graph, { middle, colourOf, ink: inkOf(element.current) })
  }
  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const { drawGraph } = await import('../graph/draw-graph.ts')
      if (isGone || element.current === null) return
      picture.current = drawGraph(element.current, { onPoint, onOpen: (id) => open.current(id) })
      latest.current()
    }
    draw().catch(() => setProblem('This browser cannot draw the graph. The list has the same notes.'))
    return () => {
      isGone = true
      picture.current?.end()
      picture.current = null
    }
  }, [])
  useEffect(show, [graph, look])
  useEffect(() => {
    picture.current?.point(pointed)
  }, [pointed])
  return html`<div class="graph-picture">
    <div
      ref=${element}
      class="graph-canvas"
      role="img"
      aria-label="The graph as a picture. The list beside it has the same notes."
    ></div>
    ${problem !== '' && html`<p class="problem" role="status">${problem}</p>`}
  </div>`
}

/** The colours of the page as they are now: what is drawn knows none of its variables. */
function inkOf(element: HTMLElement): Ink {
  const value = (name: string) => {
    element.style.color = `var(--${name})`
    return getComputedStyle(element).color
  }
  return {
    text: value('text'),
    line: value('graph-line'),
    strongLine: value('accent'),
    faint: value('graph-faint'),
    ground: value('surface'),
    palette: Array.from({ length: 8 }, (_, at) => value(`node-${at}`)),
  }
}

/** Changes with the colours of the page: what was drawn in the old ones is drawn anew. */
function useThemeMark(): string {
  const [mark, setMark] = useState(themeMark)
  useEffect(() => {
    const update = () => setMark(themeMark())
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const observer = new MutationObserver(update)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    dark.addEventListener('change', update)
    return () => {
      observer.disconnect()
      dark.removeEventListener('change', update)
    }
  }, [])
  return mark
}

function themeMark(): string {
  return `${document.documentElement.dataset['theme'] ?? ''} ${matchMedia('(prefers-color-scheme: dark)').matches}`
}
