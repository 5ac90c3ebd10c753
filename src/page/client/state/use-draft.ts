import { useState } from 'preact/hooks'

/** A text that is being written. It outlives a look at another view, and is forgotten with the tab. */
export function useDraft(name: string, start: string): readonly [string, (text: string) => void, () => void] {
  const key = `flint draft ${name}`
  const [text, setText] = useState(() => read(key) ?? start)
  return [
    text,
    (next) => {
      setText(next)
      write(key, next)
    },
    () => sessionStorage.removeItem(key),
  ]
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // A text too long to be kept is still in its field.
  }
}
