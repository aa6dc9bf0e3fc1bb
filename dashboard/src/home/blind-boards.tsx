import { boardOptions } from '@loadping/contract/account/board-options'
import { formatWhen } from '@loadping/contract/format/instants'
import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useUserType } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { useBlindBoards } from './home.data.ts'

/** Names the load boards on which the extension no longer finds a load, whose loads the user can paste. */
export function BlindBoards({ now }: { now: Date }) {
  const mayPaste = useUserType() === 'carrier'
  return useBlindBoards().map(({ board, since }) => {
    const { name } = boardOptions[board]
    return (
      <section
        key={board}
        aria-label={`${name} can't be read`}
        className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warning-border bg-warning-subtle px-4 py-3 text-warning-text"
      >
        <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
        <p className="min-w-60 flex-1">
          <strong className="font-semibold">{`${name} can't be read since ${formatWhen(new Date(since), now)}.`}</strong>
          {mayPaste && ' Paste its loads until it is fixed.'}
        </p>
        <Link to={paths.extension} className={buttonStyle('secondary', 'sm')}>
          Load boards
        </Link>
        {mayPaste && (
          <Link to={`${paths.loads}?paste`} className={buttonStyle('secondary', 'sm')}>
            Paste a load
          </Link>
        )}
      </section>
    )
  })
}
