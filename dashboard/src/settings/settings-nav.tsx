import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import type { SectionEntry } from './sections.ts'

type SettingsNavProps = { sections: SectionEntry[]; current: string | undefined }

/** Leads to the sections: beside them, or above them in one row that scrolls sideways. */
export function SettingsNav({ sections, current }: SettingsNavProps) {
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    const row = list.current
    const entry = row?.querySelector<HTMLElement>(`[data-section="${current}"]`)
    if (row && entry) row.scrollLeft = entry.offsetLeft - row.offsetLeft - 16
  }, [current])

  return (
    <nav
      aria-label="Settings"
      className="sticky top-0 z-10 -mx-6 self-start border-b border-default bg-canvas max-md:-mx-4 lg:top-6 lg:mx-0 lg:max-h-[calc(100dvh-140px)] lg:overflow-y-auto lg:border-0"
    >
      <ul
        ref={list}
        className="flex gap-1 overflow-x-auto px-6 py-2 [scrollbar-width:none] max-md:px-4 lg:flex-col lg:gap-0.5 lg:px-0 lg:py-0"
      >
        {sections.map(({ id, label, Icon }) => (
          <li key={id} data-section={id} className="shrink-0">
            <Link
              to={paths.settingsAt(id)}
              aria-current={id === current ? 'true' : undefined}
              className={`flex h-8.5 items-center gap-2.5 rounded-md border px-2.5 text-table font-medium max-lg:h-11 ${
                id === current ? 'border-default bg-surface' : 'border-transparent hover:bg-hover'
              } ${id === 'delete' ? 'text-danger-text' : id === current ? 'text-primary' : 'text-secondary'}`}
            >
              <Icon size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0 max-lg:hidden" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
