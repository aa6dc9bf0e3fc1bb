import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { isCurrentMark, markKeysOf } from '@loadping/contract/extension/mark-keys'
import type { BoardState } from '../board-state/board-state.ts'
import { getRowView, type RowView } from '../controls/row-view.ts'
import type { Mark, Marks } from '../session/marks.ts'
import type { Row } from './board-rows.ts'

/** Creates what the rows of a page show, from the state of the page. */
export function createRowViews(state: () => BoardState) {
  const findMarks = createMarkFinder()

  function viewOf({ load, showsRatePerMile, canadianRate, isOwnPosting }: Row): RowView {
    const { account, isOutdated, inquiries, notes, marks, setting } = state()
    const id = load.boardLoadId
    const now = new Date()
    const current = findMarks(marks, load).filter((mark) => isCurrentMark(mark, marks.ownUserId, now))
    const view = getRowView({
      load,
      account,
      isOutdated,
      showsRatePerMile,
      canadianRate,
      isOwnPosting,
      now,
      inquiry: inquiries[id],
      note: notes[id],
      marks: current,
      ownUserId: marks.ownUserId,
    })
    return withoutHidden(view, setting.controls)
  }

  return {
    viewOf,
    /** Whether what the row shows changes with time alone. */
    ages({ load }: Row): 'fast' | 'slow' | 'never' {
      const { inquiries, notes, marks } = state()
      if (inquiries[load.boardLoadId]?.state === 'queued') return 'fast'
      return notes[load.boardLoadId] || findMarks(marks, load).length > 0 ? 'slow' : 'never'
    },
  }
}

/** Leaves out the controls that the operator switched off. */
function withoutHidden({ perMile, ask, main, call, save }: RowView, shows: BoardState['setting']['controls']): RowView {
  return {
    ...(perMile && shows.price && { perMile }),
    ...(ask && shows.price && { ask }),
    ...(main && shows.email && { main }),
    ...(call && shows.call && { call }),
    ...(save && shows.save && { save }),
  }
}

/** Returns a function that matches loads with the team's marks, also old ones, in this browser. */
function createMarkFinder(): (marks: Marks, load: PostedLoad) => Mark[] {
  let indexed: Marks | undefined
  let byKey = new Map<string, Mark[]>()
  let keys = new WeakMap<PostedLoad, string[]>()

  return (marks, load) => {
    if (marks !== indexed) {
      byKey = indexMarks(marks)
      if (marks.salt !== indexed?.salt) keys = new WeakMap()
      indexed = marks
    }
    if (byKey.size === 0) return []
    const own = keys.get(load) ?? Object.values(markKeysOf(marks.salt, load))
    keys.set(load, own)
    return [...new Set(own.flatMap((key) => byKey.get(key) ?? []))].sort(newestFirst)
  }
}

function indexMarks({ marks }: Marks): Map<string, Mark[]> {
  const byKey = new Map<string, Mark[]>()
  for (const mark of marks)
    for (const key of [mark.postingKey, mark.laneKey]) if (key) byKey.set(key, [...(byKey.get(key) ?? []), mark])
  return byKey
}

const newestFirst = (one: Mark, other: Mark): number => Date.parse(other.at) - Date.parse(one.at)
