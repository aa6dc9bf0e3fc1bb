import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'

/** The two views of a team that its managers have: its people, and what was changed. */
export const ViewTabs = ({ isActivity }: { isActivity: boolean }) => (
  <nav aria-label="Views of the team" className="mt-5 flex gap-5 border-b border-default">
    <Tab view="people" isCurrent={!isActivity}>
      People
    </Tab>
    <Tab view="activity" isCurrent={isActivity}>
      Activity
    </Tab>
  </nav>
)

function Tab({ view, isCurrent, children }: { view: 'people' | 'activity'; isCurrent: boolean; children: string }) {
  const query = new URLSearchParams(useLocation().search)
  if (view === 'activity') query.set('view', view)
  else query.delete('view')
  return (
    <Link
      to={{ pathname: paths.team, search: query.toString() }}
      preventScrollReset
      aria-current={isCurrent ? 'page' : undefined}
      className={`-mb-px flex h-9 items-center border-b-2 font-medium max-sm:h-11 ${isCurrent ? 'border-accent text-primary' : 'border-transparent text-secondary hover:text-primary'}`}
    >
      {children}
    </Link>
  )
}
