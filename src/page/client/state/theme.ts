import { useState } from 'preact/hooks'
import { readStored, store } from './stored.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function applyTheme(): void {
  const theme = readTheme()
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(readTheme)
  return [
    theme,
    (next) => {
      store('theme', next)
      applyTheme()
      setTheme(next)
    },
  ]
}

function readTheme(): Theme {
  return themes.find((theme) => theme === readStored('theme')) ?? 'system'
}
