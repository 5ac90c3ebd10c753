import {
  createPrompt,
  isDownKey,
  isEnterKey,
  isUpKey,
  type KeypressEvent,
  useEffect,
  useKeypress,
  useState,
} from '@inquirer/core'
import { createInterface } from 'node:readline'
import { getNote } from '../../tools/notes/get-note.ts'
import type { Cli } from '../cli.ts'
import { drawPicker } from './draw-picker.ts'
import type { Picked, PickedNote } from './picked-note.ts'
import { answered, emptyList, ended, failed, moved, retyped, rowOf } from './picker-list.ts'
import { messageOf } from '../../model/error-code.ts'

export interface PickerSource {
  /** Shows notes for what is typed so far, of nothing the newest; better ones may follow for as long as it is meant. */
  readonly find: (typed: string, answer: PickerAnswer) => Promise<void>
  /** What is typed at the start. */
  readonly typed: string
}

export interface PickerAnswer {
  readonly show: (notes: readonly PickedNote[]) => void
  readonly isMeant: () => boolean
}

/** As long as editors wait: the rest of a key comes sooner, over a slow line too. */
const escapeMs = 50
const enterScreen = '\u001b[?1049h\u001b[2J\u001b[H'
const leaveScreen = '\u001b[?1049l'
const clearScreen = '\u001b[2J\u001b[H'

/** Lets a person at the terminal choose a note while they type. The screen is as before when it ends. */
export async function runPicker(source: PickerSource, cli: Cli): Promise<Picked> {
  const { stdin: input, stderr: output } = cli.streams
  output.write(enterScreen)
  // Node tells Esc from the start of another key by waiting, half a second unless the first to read the keys says less.
  createInterface({ input, terminal: true, escapeCodeTimeout: escapeMs }).close()
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
  const [list, setList] = useState(emptyList)
  // What is done with the note as soon as the text as it stands has its answer.
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [preview, setPreview] = useState('')
  const [, setSize] = useState('')
  const at = rowOf(list)
  const note = list.notes[at]
  const isAnswered = list.answers === typed

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
    let isMeant = true
    const show = (notes: readonly PickedNote[]) => {
      if (isMeant) setList((before) => answered(before, notes, typed))
    }
    const find = async () => {
      try {
        await source.find(typed, { show, isMeant: () => isMeant })
        if (isMeant) setList(ended)
      } catch (error) {
        if (isMeant) setList((before) => failed(before, messageOf(error), typed))
      }
    }
    void find()
    return () => {
      isMeant = false
    }
  }, [typed])

  useEffect(() => {
    if (chosen === null || !isAnswered) return
    if (note !== undefined) done({ kind: chosen, note })
    else if (list.isWhole) setChosen(null)
  }, [chosen, list, typed])

  useEffect(() => {
    let isMeant = true
    setPreview('')
    if (note !== undefined)
      previewOf(note, cli).then(
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
    const choice = choiceOf(key)
    const by = moveOf(key)
    if (key.name === 'escape') done({ kind: 'left' })
    else if (chosen !== null) keepLine(rl, typed)
    else if (key.ctrl && key.name === 'n') {
      if (typed.trim() !== '') done({ kind: 'new', title: typed.trim() })
    } else if (choice !== null) {
      keepLine(rl, typed)
      setChosen(choice)
    } else if (by !== 0) setList(moved(list, by, typed))
    else if (key.name === 'tab') keepLine(rl, typed)
    else if (rl.line !== typed) {
      setTyped(rl.line)
      setList(retyped(list))
    }
  })

  const isSearching = chosen !== null || !isAnswered
  const message = isSearching ? 'Searching …' : (list.failure ?? 'No note. ^N makes one of this name.')
  const screen = {
    columns: stderr.columns ?? 80,
    rows: stderr.rows ?? 24,
    paint: cli.terminal.paintMessage,
  }
  return [
    `${cli.terminal.paintMessage('bold', 'Find:')} ${typed}`,
    drawPicker({ found: chosen === null ? list.notes : [], at, preview, message }, screen),
  ]
})

async function previewOf({ vault, path }: PickedNote, cli: Cli): Promise<string> {
  const part = { max_chars: 4_000, fields: ['content'] }
  const named = { identifier: path, ...(vault !== '' && { vault_id: vault }) }
  return (await cli.call(getNote, { ...named, ...part }, { isQuiet: true })).content ?? ''
}

type Choice = 'open' | 'path' | 'link'

function choiceOf(key: KeypressEvent): Choice | null {
  if (isEnterKey(key)) return 'open'
  if (key.ctrl && key.name === 'p') return 'path'
  return key.ctrl && key.name === 'l' ? 'link' : null
}

function moveOf(key: KeypressEvent): number {
  if (isUpKey(key)) return -1
  if (isDownKey(key)) return 1
  return key.name === 'pageup' ? -10 : key.name === 'pagedown' ? 10 : 0
}

type LineEditor = Parameters<Parameters<typeof useKeypress>[0]>[1]

/** Puts back what is typed, which Enter takes away and Tab changes. */
function keepLine(rl: LineEditor, typed: string): void {
  if (rl.line === typed) return
  rl.clearLine(0)
  rl.write(typed)
}
