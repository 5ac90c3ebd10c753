import { useState } from 'preact/hooks'

/** What the browser remembers for a person; null where it may not, or has nothing. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`flint ${name}`)
  } catch {
    return null
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(`flint ${name}`, value)
  } catch {
    // A browser that keeps nothing shows the page as at first sight.
  }
}

/** A preference of looks that this browser remembers. */
export function useStored<Value extends string>(
  name: string,
  values: readonly Value[],
  usual: Value,
): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => values.find((one) => one === readStored(name)) ?? usual)
  return [
    value,
    (next) => {
      store(name, next)
      setValue(next)
    },
  ]
}
