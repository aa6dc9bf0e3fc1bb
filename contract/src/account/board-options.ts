import type { BoardId } from '../boards/board-id.ts'
import type { UserType } from './user-type.ts'

/** A load board that a user can choose. */
export type BoardOption = {
  id: BoardId
  name: string
  /** The letter of its badge. */
  icon: string
  link: string
  /** Whether nothing public tells how its pages are built, so that a user checks one load before they are read. */
  isUntried?: true
}

export const boardOptions: Record<BoardId, BoardOption> = {
  'dat-one': { id: 'dat-one', name: 'DAT One', icon: 'D', link: 'https://one.dat.com' },
  truckstop: { id: 'truckstop', name: 'Truckstop', icon: 'T', link: 'https://main.truckstop.com' },
  'loadlink-new': {
    id: 'loadlink-new',
    name: 'Loadlink New',
    icon: 'L',
    link: 'https://app.loadlink.ca',
    isUntried: true,
  },
  sylectus: { id: 'sylectus', name: 'Sylectus', icon: 'S', link: 'https://www.sylectus.com' },
  loadlink: { id: 'loadlink', name: 'Loadlink', icon: 'L', link: 'https://loadlinknet.loadlink.ca', isUntried: true },
}

/** The boards of each business type, in display order. */
export const boardsFor: Record<UserType, readonly BoardId[]> = {
  carrier: ['dat-one', 'truckstop', 'loadlink-new', 'sylectus', 'loadlink'],
  broker: ['dat-one', 'loadlink-new', 'truckstop'],
}
