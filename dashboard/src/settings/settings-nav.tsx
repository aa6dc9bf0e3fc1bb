import { Link } from 'react-router'
import { paths } from '../paths.ts'
import type { SectionEntry } from './sections.ts'

type SettingsNavProps = { sections: SectionEntry[]; current: string | undefined }

/** Leads to the sections: beside them and always in sight, or above them where there is no room beside. */
export const SettingsNav = ({ sections, current }: SettingsNavProps) => (
  <nav aria-label="Settings" className="self-start lg:sticky lg:top-6 lg:max-h-[calc(100dvh-140px)] lg:overflow-y-auto">
    <ul className="flex flex-wrap gap-x-1 lg:flex-col lg:gap-0.5">
      {sections.map(({ id, label, Icon }) => (
        <li key={id}>
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
