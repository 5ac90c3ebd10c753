import { readStored, useStored } from './stored.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = readStored('theme') ?? 'system'
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useStored('theme', themes, 'system')
  return [
    theme,
    (next) => {
      setTheme(next)
      applyTheme()
    },
  ]
}
