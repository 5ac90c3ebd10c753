import {
  createPrompt,
  isDownKey,
  isEnterKey,
  isUpKey,
  useEffect,
  useKeypress,
  useRef,
  useState,
} from '@inquirer/core'
import type { Cli } from '../cli.ts'
import { drawPicker } from './draw-picker.ts'
import type { Picked, PickedNote } from './picked-note.ts'
import { messageOf } from '../../model/error-code.ts'

export interface PickerSource {
  /** Shows notes for what is typed so far, of nothing the newest; better ones may follow for as long as it is meant. */
  readonly find: (typed: string, answer: PickerAnswer) => Promise<void>
  readonly preview: (note: PickedNote) => Promise<string>
  /** What is typed at the start. */
  readonly typed: string
}

export interface PickerAnswer {
  readonly show: (notes: readonly PickedNote[]) => void
  readonly isMeant: () => boolean
}

const enterScreen = '\u001b[?1049h\u001b[2J\u001b[H'
const leaveScreen = '\u001b[?1049l'
const clearScreen = '\u001b[2J\u001b[H'

/** Lets a person at the terminal choose a note while they type. The screen is as before when it ends. */
export async function runPicker(source: PickerSource, cli: Cli): Promise<Picked> {
  const { stdin: input, stderr: output } = cli.streams
  output.write(enterScreen)
  try {
    const picked = await picker(
      { source, cli },
      { input, output, signal: cli.signal, clearPromptOnDone: true },
    )
    if (picked.kind === 'left') cli.leave()
    return picked
  } catch (error) {
    // Ctrl-C, and what else ends a question.
    if (!(error instanceof Error && /^(Exit|Abort|Cancel)PromptError$/.test(error.name))) throw error
    cli.leave()
    return { kind: 'left' }
  } finally {
    output.write(leaveScreen)
  }
}

interface PickerConfig {
  readonly source: PickerSource
  readonly cli: Cli
}

const picker = createPrompt<Picked, PickerConfig>(({ source, cli }, done) => {
  const { stderr } = cli.streams
  const [typed, setTyped] = useState(source.typed)
  const [found, setFound] = useState<readonly PickedNote[]>([])
  const [at, setAt] = useState(0)
  const [preview, setPreview] = useState('')
  const [message, setMessage] = useState('Searching …')
  const [, setSize] = useState('')
  const asked = useRef(0)
  const note = found[at]

  useEffect(() => {
    const resized = () => {
      stderr.write(clearScreen)
      setSize(`${stderr.columns ?? 0}x${stderr.rows ?? 0}`)
    }
    stderr.on('resize', resized)
    return () => void stderr.off('resize', resized)
  }, [])

  useEffect((rl) => {
    if (source.typed !== '') rl.write(source.typed)
  }, [])

  useEffect(() => {
    // An answer that a later one has overtaken is not shown.
    const turn = ++asked.current
    const isMeant = () => turn === asked.current
    let isFirst = true
    const show = (notes: readonly PickedNote[]) => {
      if (!isMeant()) return
      setFound(notes)
      if (isFirst) setAt(0)
      isFirst = false
      setMessage('No note. ^N makes one of this name.')
    }
    source.find(typed, { show, isMeant }).catch((error: unknown) => {
      if (!isMeant()) return
      setFound([])
      setMessage(messageOf(error))
    })
  }, [typed])

  useEffect(() => {
    let isMeant = true
    setPreview('')
    if (note !== undefined)
      source.preview(note).then(
        (text) => {
          if (isMeant) setPreview(text)
        },
        () => undefined,
      )
    return () => {
      isMeant = false
    }
  }, [note?.vault, note?.path])

  useKeypress((key, rl) => {
    const control = key.ctrl ? key.name : null
    if (key.name === 'escape') done({ kind: 'left' })
    else if (control === 'n') {
      if (typed.trim() !== '') done({ kind: 'new', title: typed.trim() })
    } else if (note !== undefined && isEnterKey(key)) done({ kind: 'open', note })
    else if (note !== undefined && control === 'p') done({ kind: 'path', note })
    else if (note !== undefined && control === 'l') done({ kind: 'link', note })
    else if (isEnterKey(key)) rl.write(typed)
    else if (isUpKey(key)) setAt(Math.max(0, at - 1))
    else if (isDownKey(key)) setAt(Math.min(Math.max(0, found.length - 1), at + 1))
    else if (key.name === 'pageup') setAt(Math.max(0, at - 10))
    else if (key.name === 'pagedown') setAt(Math.min(Math.max(0, found.length - 1), at + 10))
    else if (key.name === 'tab') {
      rl.clearLine(0)
      rl.write(typed)
    } else setTyped(rl.line)
  })

  const screen = {
    columns: stderr.columns ?? 80,
    rows: stderr.rows ?? 24,
    paint: cli.terminal.paintMessage,
  }
  return [
    `${cli.terminal.paintMessage('bold', 'Find:')} ${typed}`,
    drawPicker({ found, at, preview, message }, screen),
  ]
})
