import { create } from 'zustand'
import { browserStorage } from '../session/browser-storage.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

export const themeNames: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' }

const themeKey = 'loadping.theme'

/** The chosen theme; `start.js` applies it before the first paint of the next visit. */
export const useTheme = create<{ theme: Theme }>()(() => ({
  theme: themes.find((theme) => theme === browserStorage.read(themeKey)) ?? 'system',
}))

export function chooseTheme(theme: Theme): void {
  useTheme.setState({ theme })
  browserStorage.write(themeKey, theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** The next theme for a control that cycles through all of them. */
export const nextTheme = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
