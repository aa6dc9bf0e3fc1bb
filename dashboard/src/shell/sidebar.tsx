import type { User } from '@loadping/contract/account/account'
import type { UserType } from '@loadping/contract/account/user-type'
import { brand } from '@loadping/contract/brand'
import { isSupportedExtension } from '@loadping/contract/extension/extension-versions'
import { formatCount } from '@loadping/contract/format/counts'
import { PanelLeftClose, PanelLeftOpen, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useExtensionVersion } from '../extension/extension.data.ts'
import { useLoadTotal } from '../loads/load-total.data.ts'
import { usePostingTotal } from '../offers/posting-total.data.ts'
import { paths } from '../paths.ts'
import { useTruckTotal } from '../trucks/truck-total.data.ts'
import { NoticeDot } from '../ui/badge.tsx'
import { Logo, LogoMark } from '../ui/logo.tsx'
import { useShortcut } from '../ui/use-shortcut.ts'
import { type Entry, entriesFor, isMapPage } from './navigation.ts'
import { toggleSidebar, useSidebar } from './sidebar-state.ts'

const base = 'relative flex h-8.5 items-center gap-2.5 rounded-sm border px-2 text-left font-medium'
const rowStyle = `${base} border-transparent text-secondary hover:bg-hover hover:text-primary`
const activeStyle = `${base} border-default bg-surface text-primary`

/** The main navigation; for guests each link calls `onGuestChoice` instead, because it needs a sign-in. */
export function Sidebar({
  me,
  userType,
  onGuestChoice,
}: {
  me?: User
  userType: UserType
  onGuestChoice?: () => void
}) {
  const { pathname } = useLocation()
  const isForced = isMapPage(pathname)
  const isCollapsed = useSidebar((sidebar) => sidebar.isCollapsed) || isForced
  useShortcut('[', () => void (isForced || toggleSidebar()))

  return (
    <aside
      data-collapsed={isCollapsed}
      className={`flex shrink-0 flex-col border-r border-default bg-sidebar px-2.5 pb-3 transition-[width] duration-100 max-sm:hidden ${isCollapsed ? 'w-14' : 'w-58'}`}
    >
      <NavLink
        to={paths.home}
        aria-label={brand.name}
        className="flex h-13 items-center px-1.5"
        onGuestChoice={onGuestChoice}
      >
        {isCollapsed ? <LogoMark /> : <Logo name={brand.name} />}
      </NavLink>
      <nav aria-label="Main" className="mt-1.5 flex flex-col gap-px">
        {entriesFor(userType).map((entry) => (
          <EntryRow
            key={entry.path}
            entry={entry}
            isActive={entry.isActive(pathname)}
            isCollapsed={isCollapsed}
            notice={me && entry.findNotice?.(me, userType)}
            count={me && !isCollapsed && totals[entry.path]}
            onGuestChoice={onGuestChoice}
          />
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-px">
        <ExtensionStatus isCollapsed={isCollapsed} onGuestChoice={onGuestChoice} />
        <NavLink
          to={brand.links.checkUpdate}
          title={isCollapsed ? 'Check Update' : undefined}
          className={rowStyle}
          onGuestChoice={onGuestChoice}
        >
          <RefreshCw size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
          <Label isHidden={isCollapsed}>Check Update</Label>
        </NavLink>
        {!isForced && <CollapseButton isCollapsed={isCollapsed} />}
      </div>
    </aside>
  )
}

type EntryRowProps = {
  entry: Entry
  isActive: boolean
  isCollapsed: boolean
  notice: string | undefined
  count: ReactNode
  onGuestChoice: (() => void) | undefined
}

const EntryRow = ({
  entry: { path, label, Icon },
  isActive,
  isCollapsed,
  notice,
  count,
  onGuestChoice,
}: EntryRowProps) => (
  <NavLink
    to={path}
    title={isCollapsed ? label : undefined}
    className={isActive ? activeStyle : rowStyle}
    aria-current={isActive ? 'page' : undefined}
    onGuestChoice={onGuestChoice}
  >
    <Icon size={16} strokeWidth={1.6} aria-hidden="true" className={`shrink-0 ${isActive ? 'text-accent' : ''}`} />
    <Label isHidden={isCollapsed}>{label}</Label>
    {count}
    {notice && <NoticeDot className={isCollapsed ? 'absolute top-1 right-1' : 'ml-auto'}>{notice}</NoticeDot>}
  </NavLink>
)

const LoadTotal = () => <Total>{useLoadTotal()}</Total>
const TruckTotal = () => <Total>{useTruckTotal()}</Total>
const PostingTotal = () => <Total>{usePostingTotal()}</Total>

/** How much there is on a page, by its address. */
const totals: Readonly<Record<string, ReactNode>> = {
  [paths.loads]: <LoadTotal />,
  [paths.trucks]: <TruckTotal />,
  [paths.offers]: <PostingTotal />,
}

const Total = ({ children }: { children: number | undefined }) =>
  !!children && (
    <span className="tabular-nums ml-auto text-caption font-normal text-secondary">{formatCount(children)}</span>
  )

type NavLinkLook = {
  title?: string | undefined
  className: string
  'aria-label'?: string
  'aria-current'?: 'page' | undefined
}
type NavLinkProps = NavLinkLook & { to: string; onGuestChoice: (() => void) | undefined; children: ReactNode }

function NavLink({ to, onGuestChoice, children, ...look }: NavLinkProps) {
  if (onGuestChoice)
    return (
      <button type="button" aria-haspopup="dialog" {...look} onClick={onGuestChoice}>
        {children}
      </button>
    )
  return (
    <Link to={to} {...look}>
      {children}
    </Link>
  )
}

function CollapseButton({ isCollapsed }: { isCollapsed: boolean }) {
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose
  const label = isCollapsed ? 'Expand' : 'Collapse'
  return (
    <button
      type="button"
      aria-keyshortcuts="["
      title={isCollapsed ? label : undefined}
      className={rowStyle}
      onClick={toggleSidebar}
    >
      <Icon size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
      <Label isHidden={isCollapsed}>{label}</Label>
      {!isCollapsed && (
        <kbd className="ml-auto rounded-xs border border-default bg-surface px-1.5 font-sans text-micro text-muted">
          [
        </kbd>
      )}
    </button>
  )
}

function ExtensionStatus({
  isCollapsed,
  onGuestChoice,
}: {
  isCollapsed: boolean
  onGuestChoice: (() => void) | undefined
}) {
  const version = useExtensionVersion()
  const [text, dot] = !version
    ? ['Extension not found', 'border border-control']
    : isSupportedExtension(version)
      ? ['Extension connected', 'bg-accent']
      : ['Extension outdated', 'bg-warning']
  return (
    <NavLink
      to={paths.extension}
      className={`tabular-nums text-caption ${rowStyle}`}
      title={isCollapsed ? text : undefined}
      onGuestChoice={onGuestChoice}
    >
      <span aria-hidden="true" className={`mx-1 size-2 shrink-0 rounded-full ${dot}`} />
      <Label isHidden={isCollapsed}>{text}</Label>
      {!isCollapsed && version && <span className="ml-auto">{version}</span>}
    </NavLink>
  )
}

const Label = ({ isHidden, children }: { isHidden: boolean; children: ReactNode }) => (
  <span className={isHidden ? 'sr-only' : 'truncate'}>{children}</span>
)
