import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { BottomDrawer } from '../../ui/overlay/dialog.tsx'

/** The filters from the bottom edge of a phone. */
export const FilterDrawer = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <BottomDrawer label="Filters" isOpen onClose={onClose}>
    <div className="flex flex-wrap gap-2 p-4">{children}</div>
    <div className="px-4 pb-4">
      <Button variant="primary" size="touch" className="w-full" onPress={onClose}>
        Show loads
      </Button>
    </div>
  </BottomDrawer>
)
