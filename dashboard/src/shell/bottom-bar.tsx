import { brand } from '@loadping/contract/brand'
import { LogOut, Menu as MenuIcon, RefreshCw, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { BottomDrawer } from '../ui/dialog.tsx'
import { SignedInAs, useLogOut } from './account.tsx'
import { Footer } from './footer.tsx'
import { entries } from './navigation.ts'
import { chooseTheme, themeNames, themes, useTheme } from './theme.ts'

const itemStyle = 'relative flex h-16 flex-1 flex-col items-center justify-center gap-1 text-micro'
const rowStyle = 'flex h-12 w-full items-center gap-4 px-6 text-left font-medium text-primary'

/** The navigation of phones. */
export function BottomBar({ email }: { email: string }) {
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <nav aria-label="Main" className="flex shrink-0 border-t border-default bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden">
      {entries.map(({ path, phoneLabel, Icon, isActive }) => (
        <Link
          key={path}
          to={path}
          aria-current={isActive(pathname) ? 'page' : undefined}
          className={`${itemStyle} ${isActive(pathname) ? 'font-semibold text-accent-text before:absolute before:top-0 before:h-0.5 before:w-8 before:bg-accent' : 'text-secondary'}`}
        >
          <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
          {phoneLabel}
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" className={`${itemStyle} text-secondary`} onClick={() => setIsOpen(true)}>
        <MenuIcon size={20} strokeWidth={1.6} aria-hidden="true" />
        More
      </button>
      <BottomDrawer label="More" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <More email={email} onLeave={() => setIsOpen(false)} />
      </BottomDrawer>
    </nav>
  )
}

function More({ email, onLeave }: { email: string; onLeave: () => void }) {
  const logOut = useLogOut()
  const theme = useTheme((state) => state.theme)
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  return (
    <>
      <div className="border-b border-subtle px-6 py-4">
        <SignedInAs email={email} />
      </div>
      <div className="py-2">
        <Link to={brand.links.checkUpdate} className={rowStyle} onClick={onLeave}>
          <RefreshCw size={20} strokeWidth={1.6} aria-hidden="true" className="text-secondary" />
          Check Update
        </Link>
        <button type="button" className={rowStyle} onClick={() => chooseTheme(next)}>
          <SunMoon size={20} strokeWidth={1.6} aria-hidden="true" className="text-secondary" />
          Theme
          <span className="ml-auto text-table text-secondary">{themeNames[theme]}</span>
        </button>
        <button type="button" className={rowStyle} onClick={logOut}>
          <LogOut size={20} strokeWidth={1.6} aria-hidden="true" className="text-secondary" />
          Log Out
        </button>
      </div>
      <Footer className="border-t border-subtle px-6 py-3" />
    </>
  )
}
