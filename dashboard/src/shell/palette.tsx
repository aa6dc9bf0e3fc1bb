import type { UserType } from '@loadping/contract/account/user-type'
import { PaletteDialog } from '../palette/palette-dialog.tsx'
import { useActions } from './all-actions.ts'

type PaletteProps = { userType: UserType; openShortcuts: () => void; onClose: () => void }

/** The command palette with everything that can be done from any page. */
export const Palette = ({ userType, openShortcuts, onClose }: PaletteProps) => (
  <PaletteDialog
    actions={useActions({ userType, openShortcuts })}
    isCarrier={userType === 'carrier'}
    openShortcuts={openShortcuts}
    onClose={onClose}
  />
)
