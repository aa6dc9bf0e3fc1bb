import { brand } from '@loadping/contract/brand'
import { ChevronDown, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Menu } from '../ui/menu.tsx'
import { Avatar, SignedInAs, useLogOut } from './account.tsx'
import { chooseTheme, themeNames, themes, useTheme } from './theme.ts'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

export function TopBar({ email, isDemo }: { email: string; isDemo: boolean }) {
  const logOut = useLogOut()
  return (
    <header className="flex h-13 shrink-0 items-center justify-end gap-1 border-b border-default bg-canvas pr-5 pl-6 max-sm:px-4">
      <Link to="/" aria-label={brand.name} className="mr-auto flex items-center sm:hidden">
        <Logo name={brand.name} />
      </Link>
      {isDemo && <Badge tone="info">Demo</Badge>}
      <ThemeMenu />
      <Menu
        label="Account"
        head={<SignedInAs email={email} />}
        entries={[{ id: 'log-out', label: 'Log Out', icon: <LogOut {...icon} />, onChoose: logOut }]}
        trigger={(opener) => (
          <button
            {...opener}
            type="button"
            aria-label="Account"
            className="flex h-9 items-center gap-1.5 rounded-sm px-2 text-secondary hover:bg-hover max-sm:h-11"
          >
            <Avatar email={email} />
            <ChevronDown {...icon} className="max-sm:hidden" />
          </button>
        )}
      />
    </header>
  )
}

const icons = { light: Sun, dark: Moon, system: Monitor }

function ThemeMenu() {
  const theme = useTheme((state) => state.theme)
  const ThemeIcon = icons[theme]
  return (
    <Menu
      label="Theme"
      chosen={theme}
      trigger={(opener) => (
        <IconButton {...opener} label={`Theme: ${themeNames[theme]}`}>
          <ThemeIcon {...icon} />
        </IconButton>
      )}
      entries={themes.map((id) => {
        const Icon = icons[id]
        return { id, label: themeNames[id], icon: <Icon {...icon} />, onChoose: () => chooseTheme(id) }
      })}
    />
  )
}
