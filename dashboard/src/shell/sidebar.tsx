import { brand } from '@loadping/contract/brand'
import { PanelLeftClose, PanelLeftOpen, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useExtensionVersion } from '../extension/extension.data.ts'
import { Logo, LogoMark } from '../ui/logo.tsx'
import { entries } from './navigation.ts'
import { toggleSidebar, useSidebar, useSidebarKey } from './sidebar-state.ts'

const rowStyle = 'flex h-8.5 items-center gap-2.5 rounded-sm border border-transparent px-2 font-medium text-secondary hover:bg-hover hover:text-primary'
const activeStyle = 'flex h-8.5 items-center gap-2.5 rounded-sm border border-default bg-surface px-2 font-medium text-primary'

export function Sidebar() {
  const { pathname } = useLocation()
  const isCollapsed = useSidebar((sidebar) => sidebar.isCollapsed)
  useSidebarKey()

  return (
    <aside
      className={`flex shrink-0 flex-col border-r border-default bg-sidebar px-2.5 pb-3 transition-[width] duration-100 max-sm:hidden ${isCollapsed ? 'w-14' : 'w-58'}`}
    >
      <Link to="/" aria-label={brand.name} className="flex h-13 items-center px-2">
        {isCollapsed ? <LogoMark /> : <Logo name={brand.name} />}
      </Link>
      <nav aria-label="Main" className="mt-1.5 flex flex-col gap-px">
        {entries.map(({ path, label, Icon, isActive }) => (
          <Link
            key={path}
            to={path}
            aria-current={isActive(pathname) ? 'page' : undefined}
            title={isCollapsed ? label : undefined}
            className={isActive(pathname) ? activeStyle : rowStyle}
          >
            <Icon size={16} strokeWidth={1.6} aria-hidden="true" className={`shrink-0 ${isActive(pathname) ? 'text-accent' : ''}`} />
            <Label isHidden={isCollapsed}>{label}</Label>
          </Link>
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-px">
        <ExtensionStatus isCollapsed={isCollapsed} />
        <Link to={brand.links.checkUpdate} title={isCollapsed ? 'Check Update' : undefined} className={rowStyle}>
          <RefreshCw size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
          <Label isHidden={isCollapsed}>Check Update</Label>
        </Link>
        <CollapseButton isCollapsed={isCollapsed} />
      </div>
    </aside>
  )
}

function CollapseButton({ isCollapsed }: { isCollapsed: boolean }) {
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose
  const label = isCollapsed ? 'Expand' : 'Collapse'
  return (
    <button type="button" aria-keyshortcuts="[" title={isCollapsed ? label : undefined} className={rowStyle} onClick={toggleSidebar}>
      <Icon size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
      <Label isHidden={isCollapsed}>{label}</Label>
      {!isCollapsed && <kbd className="ml-auto rounded-xs border border-default bg-surface px-1.5 font-sans text-micro text-muted">[</kbd>}
    </button>
  )
}

function ExtensionStatus({ isCollapsed }: { isCollapsed: boolean }) {
  const version = useExtensionVersion()
  const text = version ? 'Extension connected' : 'Extension not found'
  return (
    <p className="figures flex h-8.5 items-center gap-2.5 px-2 text-caption text-secondary" title={isCollapsed ? text : undefined}>
      <span aria-hidden="true" className={`mx-1 size-2 shrink-0 rounded-full ${version ? 'bg-accent' : 'border border-control'}`} />
      <Label isHidden={isCollapsed}>{text}</Label>
      {!isCollapsed && version && <span className="ml-auto">{version}</span>}
    </p>
  )
}

const Label = ({ isHidden, children }: { isHidden: boolean; children: ReactNode }) => <span className={isHidden ? 'sr-only' : 'truncate'}>{children}</span>
