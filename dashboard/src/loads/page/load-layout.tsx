import { PanelRightClose, PanelRightOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

type LoadLayoutProps = {
  left: ReactNode
  map: ReactNode
  /** Lies over the bottom of the map, or under it where the columns are stacked. */
  strip: ReactNode
  right: ReactNode
  /** Where the window has no room for the right column, it is a drawer. */
  isRightOpen: boolean
  onRightOpen: (isOpen: boolean) => void
  /** Replaces the navigation at the bottom of a phone. */
  bar?: ReactNode
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

/** Three columns that scroll on their own; stacked in a narrow window, the map first. */
export const LoadLayout = ({ left, map, strip, right, isRightOpen, onRightOpen, bar }: LoadLayoutProps) => (
  <div className="flex flex-col md:absolute md:inset-0 md:flex-row">
    <div className="relative flex flex-col gap-3 p-4 *:shrink-0 max-md:order-2 max-md:pt-3 md:w-88 md:shrink-0 md:overflow-y-auto md:border-r md:border-default min-[1680px]:w-100">
      {left}
    </div>
    <div className="relative max-md:order-1 md:min-w-0 md:flex-1">
      <div className="relative h-72 overflow-hidden bg-map-land md:absolute md:inset-0 md:h-auto">{map}</div>
      <div className="px-4 pt-4 md:pointer-events-none md:absolute md:inset-x-4 md:bottom-4 md:p-0">{strip}</div>
      <div className="absolute top-4 left-4 z-20 max-md:hidden lg:hidden">
        <Button
          icon={isRightOpen ? <PanelRightClose {...icon} /> : <PanelRightOpen {...icon} />}
          onPress={() => onRightOpen(!isRightOpen)}
        >
          {isRightOpen ? 'Close' : 'Ask and history'}
        </Button>
      </div>
    </div>
    <section
      aria-label="Ask and history"
      className={`flex flex-col gap-3 p-4 *:shrink-0 max-md:order-3 max-md:pt-0 md:w-90 md:shrink-0 md:overflow-y-auto md:border-l md:border-default md:bg-canvas md:max-lg:absolute md:max-lg:inset-y-0 md:max-lg:right-0 md:max-lg:z-20 md:max-lg:shadow-modal min-[1680px]:w-100 ${isRightOpen ? '' : 'md:max-lg:hidden'} ${bar ? 'max-sm:pb-4' : ''}`}
    >
      {right}
    </section>
    {bar && (
      <div className="sticky bottom-0 z-20 order-4 flex gap-2 border-t border-default bg-surface p-4 pb-[max(16px,env(safe-area-inset-bottom))] sm:hidden">
        {bar}
      </div>
    )}
  </div>
)
