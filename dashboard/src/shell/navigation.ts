import { LayoutDashboard, type LucideIcon, Mail } from 'lucide-react'
import { paths } from '../paths.ts'

type Entry = { path: string; label: string; phoneLabel: string; Icon: LucideIcon; isActive: (pathname: string) => boolean }

/** Where one can go from anywhere. */
export const entries: Entry[] = [
  { path: paths.home, label: 'Dashboard', phoneLabel: 'Dashboard', Icon: LayoutDashboard, isActive: (pathname) => pathname === paths.home },
  { path: paths.templates, label: 'My templates', phoneLabel: 'Templates', Icon: Mail, isActive: (pathname) => pathname.startsWith(paths.templates) },
]
