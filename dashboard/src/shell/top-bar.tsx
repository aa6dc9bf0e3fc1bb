import type { User } from '@loadping/contract/account/account'
import type { UserType } from '@loadping/contract/account/user-type'
import { brand } from '@loadping/contract/brand'
import {
  ArrowLeft,
  ChevronDown,
  CircleHelp,
  Keyboard,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  Map as MapIcon,
  Monitor,
  Moon,
  Server,
  Settings,
  Sun,
  Users,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useLogOut } from '../account/account.data.ts'
import { Avatar, SignedInAs } from '../account/account.parts.tsx'
import { HeaderActionsSlot, HeaderTitleSlot } from '../header-title.tsx'
import { PaletteButton } from '../palette/palette.parts.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonStyle, iconButtonStyle } from '../ui/button-style.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Logo } from '../ui/logo.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { useKeySequences, useShortcut } from '../ui/use-shortcut.ts'
import { useCurrentPath } from '../use-current-path.ts'
import { isMapPage, pageKeys } from './navigation.ts'
import { chooseTheme, nextTheme, type Theme, themeNames, themes, useTheme } from './theme.ts'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)
const ShortcutsSheet = lazyPart(async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet)

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }
const themeIcons: Record<Theme, LucideIcon> = { light: Sun, dark: Moon, system: Monitor }
const openerStyle = 'flex h-9 items-center gap-1.5 rounded-sm px-2 text-secondary hover:bg-hover max-sm:h-11'

export function TopBar({ me, userType }: { me: User; userType: UserType }) {
  const logOut = useLogOut()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const theme = useTheme((state) => state.theme)
  const ThemeIcon = themeIcons[theme]
  const [shown, setShown] = useState<'palette' | 'shortcuts'>()
  const openShortcuts = () => setShown('shortcuts')
  const close = () => setShown(undefined)
  useShortcut('?', openShortcuts)
  useKeySequences(
    Object.fromEntries(Object.entries(pageKeys).map(([path, key]) => [`g ${key.toLowerCase()}`, () => navigate(path)])),
  )
  return (
    <Bar backTo={paths.home} search={<PaletteButton onOpen={() => setShown('palette')} />}>
      {me.isDemo && <Badge tone="info">Demo</Badge>}
      <ThemeMenu />
      <Link to={paths.help} aria-label="Help" className={`${iconButtonStyle} max-sm:hidden`}>
        <CircleHelp {...icon} />
      </Link>
      <Menu
        label="Account"
        head={<SignedInAs email={me.email} />}
        entries={[
          {
            id: 'email',
            label: 'Email',
            icon: <Mail {...icon} />,
            isCurrent: pathname === paths.email,
            onChoose: () => void navigate(paths.email),
          },
          {
            id: 'settings',
            label: 'Settings',
            icon: <Settings {...icon} />,
            isCurrent: pathname.startsWith(paths.settings),
            onChoose: () => void navigate(paths.settings),
          },
          ...(me.isAdministrator
            ? [
                {
                  id: 'installation',
                  label: 'Installation',
                  icon: <Server {...icon} />,
                  isCurrent: pathname === paths.installation,
                  onChoose: () => void navigate(paths.installation),
                },
              ]
            : []),
          {
            id: 'theme',
            label: 'Theme',
            aside: themeNames[theme],
            icon: <ThemeIcon {...icon} />,
            staysOpen: true,
            onChoose: () => chooseTheme(nextTheme(theme)),
          },
          {
            id: 'shortcuts',
            label: 'Keyboard shortcuts',
            icon: <Keyboard {...icon} />,
            aside: '?',
            onChoose: openShortcuts,
          },
          {
            id: 'help',
            label: 'Help',
            icon: <CircleHelp {...icon} />,
            isCurrent: pathname.startsWith(paths.help),
            onChoose: () => void navigate(paths.help),
          },
          { id: 'log-out', label: 'Log Out', icon: <LogOut {...icon} />, onChoose: () => void logOut() },
        ]}
        trigger={(opener) => (
          <button {...opener} type="button" aria-label="Account" className={openerStyle}>
            <Avatar email={me.email} />
            <ChevronDown {...icon} className="max-sm:hidden" />
          </button>
        )}
      />
      {shown === 'palette' && <Palette userType={userType} openShortcuts={openShortcuts} onClose={close} />}
      {shown === 'shortcuts' && <ShortcutsSheet userType={userType} onClose={close} />}
    </Bar>
  )
}

export function GuestTopBar() {
  const navigate = useNavigate()
  const signIn = paths.signInFor(useCurrentPath())
  return (
    <Bar backTo={paths.signIn}>
      <Link to={signIn} className={buttonStyle('primary')}>
        Log In
      </Link>
      <ThemeMenu />
      <Menu
        label="Account"
        head={
          <div className="flex items-center gap-3">
            <GuestAvatar />
            <div>
              <p className="text-caption text-secondary">Signed in as</p>
              <p className="font-medium">Guest</p>
            </div>
          </div>
        }
        entries={[{ id: 'log-in', label: 'Log In', icon: <LogIn {...icon} />, onChoose: () => void navigate(signIn) }]}
        trigger={(opener) => (
          <button {...opener} type="button" aria-label="Signed in as Guest" className={openerStyle}>
            <GuestAvatar />
            <span className="text-table text-primary max-sm:hidden">
              Signed in as <strong className="font-semibold">Guest</strong>
            </span>
            <ChevronDown {...icon} className="max-sm:hidden" />
          </button>
        )}
      />
    </Bar>
  )
}

/** On the load page it shows a back link, the page's title and a badge. */
function Bar({ backTo, search, children }: { backTo: string; search?: ReactNode; children: ReactNode }) {
  const isMap = isMapPage(useLocation().pathname)
  return (
    <header
      data-map-page={isMap || undefined}
      className="flex h-13 shrink-0 items-center justify-end gap-1 border-b border-default bg-canvas pr-5 pl-6 max-sm:px-4 max-sm:pr-2 data-map-page:pl-4 max-sm:data-map-page:pl-2"
    >
      {isMap ? (
        <div className="mr-auto flex min-w-0 items-center gap-2">
          <Link to={backTo} aria-label="Back" className={iconButtonStyle}>
            <ArrowLeft {...icon} />
          </Link>
          <Link to="/" aria-label={brand.name} className="flex items-center sm:hidden">
            <Logo name={brand.name} />
          </Link>
          <HeaderTitleSlot />
          <span className="max-sm:hidden">
            <Badge>
              <MapIcon size={14} strokeWidth={1.6} aria-hidden="true" />
              Map page
            </Badge>
          </span>
        </div>
      ) : (
        <Link to="/" aria-label={brand.name} className="mr-auto flex items-center sm:hidden">
          <Logo name={brand.name} />
        </Link>
      )}
      <div className={isMap ? 'md:hidden' : 'mr-auto max-sm:mr-0'}>{search}</div>
      {isMap && <HeaderActionsSlot />}
      {children}
    </header>
  )
}

const GuestAvatar = () => (
  <span
    aria-hidden="true"
    className="flex size-7 shrink-0 items-center justify-center rounded-full border border-default bg-active text-secondary"
  >
    <Users size={14} strokeWidth={1.6} />
  </span>
)

function ThemeMenu() {
  const theme = useTheme((state) => state.theme)
  const ThemeIcon = themeIcons[theme]
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
        const Icon = themeIcons[id]
        return { id, label: themeNames[id], icon: <Icon {...icon} />, onChoose: () => chooseTheme(id) }
      })}
    />
  )
}
