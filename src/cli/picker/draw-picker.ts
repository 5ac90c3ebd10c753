import { cutTo, displayWidth } from '../table.ts'
import { oneLine, plainPath, withoutControls } from '../plain-text.ts'
import type { Paint } from '../terminal.ts'
import type { PickedNote } from './picked-note.ts'

export interface PickerScreen {
  readonly columns: number
  readonly rows: number
  readonly paint: Paint
}

export interface PickerView {
  readonly found: readonly PickedNote[]
  readonly at: number
  readonly preview: string
  /** What is said in the place of the list where it is empty. */
  readonly message: string
}

const keys = ['Enter open', '^P path', '^L link', '^N new', 'Esc leave']
/** Narrower than this, the list needs all of the screen. */
const leastForPreview = 80

/** What lies below the line that is typed: the list, the note beside it where there is room, and the keys. */
export function drawPicker(view: PickerView, { columns, rows, paint }: PickerScreen): string {
  const width = Math.max(10, columns - 1)
  const height = Math.max(1, rows - 3)
  const hasPreview = columns >= leastForPreview && view.found.length > 0
  const left = hasPreview ? Math.floor(width * 0.45) : width
  const list = drawList(view, { width: left, height, paint })
  const beside = hasPreview ? linesOf(view.preview, width - left - 3, height) : []
  const body = hasPreview
    ? Array.from({ length: Math.max(list.length, beside.length) }, (_, at) => {
        const line = list[at] ?? ''
        const gap = ' '.repeat(Math.max(0, left - displayWidth(line)))
        return `${line}${gap} ${paint('dim', '│')} ${beside[at] ?? ''}`.trimEnd()
      })
    : list
  return [...body, paint('dim', cutTo(keysFor(width), width))].join('\n')
}

/** As many of the keys as there is room for. */
function keysFor(width: number): string {
  const shown: string[] = []
  for (const key of keys) {
    if (displayWidth([...shown, key].join('  ')) <= width) shown.push(key)
  }
  return shown.join('  ')
}

interface Room {
  readonly width: number
  readonly height: number
  readonly paint: Paint
}

function drawList({ found, at, message }: PickerView, { width, height, paint }: Room): readonly string[] {
  if (found.length === 0) return [paint('dim', cutTo(message, width))]
  const first = Math.max(0, Math.min(at - Math.floor(height / 2), found.length - height))
  return found.slice(first, first + height).map((note, index) => {
    const isAt = first + index === at
    const title = cutTo(oneLine(note.title), Math.max(4, width - 2))
    const room = width - 2 - displayWidth(title) - 2
    const place = plainPath(note.vaultName === null ? note.path : `${note.vaultName}: ${note.path}`)
    const where = room >= 8 ? `  ${paint('dim', cutTo(place, room))}` : ''
    return `${isAt ? paint('cyan', '>') : ' '} ${isAt ? paint('bold', title) : title}${where}`
  })
}

function linesOf(text: string, width: number, height: number): readonly string[] {
  return withoutControls(text)
    .replaceAll('\t', '  ')
    .split('\n')
    .slice(0, height)
    .map((line) => cutTo(line, width))
}
