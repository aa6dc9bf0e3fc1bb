import type { User } from '@loadping/contract/account/account'
import type { UserType } from '@loadping/contract/account/user-type'
import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { NoticeDot } from '../ui/badge.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { phoneEntriesFor } from './navigation.ts'

const MoreDrawer = lazyPart(async () => (await import('./more-drawer.tsx')).MoreDrawer)

const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true }

/** The main navigation on phones. */
export function BottomBar({ me, userType }: { me: User; userType: UserType }) {
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const { bar, drawer } = phoneEntriesFor(userType)
  const isInDrawer = pathname === paths.email || drawer.some(({ isActive }) => isActive(pathname))
  return (
    <nav
      aria-label="Main"
      className="flex shrink-0 border-t border-default bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {bar.map(({ path, phoneLabel, Icon, isActive, findNotice }) => (
        <Link
          key={path}
          to={path}
          aria-current={isActive(pathname) ? 'page' : undefined}
          className={itemStyle(isActive(pathname))}
        >
          <Icon {...icon} />
          {phoneLabel}
          <Notice>{findNotice?.(me, userType)}</Notice>
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isInDrawer ? 'true' : undefined}
        className={itemStyle(isInDrawer)}
        onClick={() => setIsOpen(true)}
      >
        <MenuIcon {...icon} />
        More
        <Notice>{drawer.map(({ findNotice }) => findNotice?.(me, userType)).find(Boolean)}</Notice>
      </button>
      {isOpen && <MoreDrawer me={me} userType={userType} onClose={() => setIsOpen(false)} />}
    </nav>
  )
}

const itemStyle = (isActive: boolean): string =>
  `relative flex h-16 flex-1 flex-col items-center justify-center gap-1 text-micro ${isActive ? 'font-semibold text-accent-text before:absolute before:top-0 before:h-0.5 before:w-8 before:bg-accent' : 'text-secondary'}`

const Notice = ({ children }: { children: string | undefined }) =>
  children ? <NoticeDot className="absolute top-2.5 left-1/2 ml-2.5">{children}</NoticeDot> : null
