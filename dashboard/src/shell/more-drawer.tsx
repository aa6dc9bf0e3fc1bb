import type { User } from '@loadping/contract/account/account'
import type { UserType } from '@loadping/contract/account/user-type'
import { brand } from '@loadping/contract/brand'
import { LogOut, Mail, RefreshCw, Settings, SunMoon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useLogOut } from '../account/account.data.ts'
import { SignedInAs } from '../account/account.parts.tsx'
import { paths } from '../paths.ts'
import { NoticeDot } from '../ui/badge.tsx'
import { BottomDrawer } from '../ui/overlay/dialog.tsx'
import { Footer } from './footer.tsx'
import { phoneEntriesFor } from './navigation.ts'
import { chooseTheme, nextTheme, themeNames, useTheme } from './theme.ts'

const rowStyle = 'flex h-12 w-full items-center gap-4 px-6 text-left font-medium text-primary'
const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true, className: 'shrink-0 text-secondary' }

/** Shows the links that do not fit into the bottom bar. */
export function MoreDrawer({ me, userType, onClose }: { me: User; userType: UserType; onClose: () => void }) {
  const logOut = useLogOut()
  const theme = useTheme((state) => state.theme)
  return (
    <BottomDrawer label="More" isOpen onClose={onClose}>
      <div className="border-b border-subtle px-6 py-4">
        <SignedInAs email={me.email} />
      </div>
      <div className="py-2">
        {phoneEntriesFor(userType).drawer.map(({ path, label, Icon, findNotice }) => {
          const notice = findNotice?.(me, userType)
          return (
            <Row key={path} to={path} onFollow={onClose} icon={<Icon {...icon} />}>
              {label}
              {notice && <NoticeDot className="ml-auto">{notice}</NoticeDot>}
            </Row>
          )
        })}
        <Row to={brand.links.checkUpdate} onFollow={onClose} icon={<RefreshCw {...icon} />}>
          Check Update
        </Row>
        <Row to={paths.email} onFollow={onClose} icon={<Mail {...icon} />}>
          Email
        </Row>
        <Row to={paths.settings} onFollow={onClose} icon={<Settings {...icon} />}>
          Settings
        </Row>
        <button type="button" className={rowStyle} onClick={() => chooseTheme(nextTheme(theme))}>
          <SunMoon {...icon} />
          Theme
          <span className="ml-auto text-table text-secondary">{themeNames[theme]}</span>
        </button>
        <button type="button" className={rowStyle} onClick={logOut}>
          <LogOut {...icon} />
          Log Out
        </button>
      </div>
      <Footer className="border-t border-subtle px-6 py-3" />
    </BottomDrawer>
  )
}

const Row = ({
  to,
  icon: rowIcon,
  onFollow,
  children,
}: {
  to: string
  icon: ReactNode
  onFollow: () => void
  children: ReactNode
}) => (
  <Link
    to={to}
    aria-current={useLocation().pathname === to ? 'page' : undefined}
    className={`${rowStyle} aria-[current]:bg-selected`}
    onClick={onFollow}
  >
    {rowIcon}
    {children}
  </Link>
)
