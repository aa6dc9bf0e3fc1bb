import { formatWhen } from '@loadping/contract/format/instants'
import { Button } from '../../ui/button.tsx'

/** Says that unsaved text of this device is shown. */
export const RestoredNotice = ({ at, onDiscard }: { at: Date; onDiscard: () => void }) => (
  <div
    role="status"
    className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md border border-info-border bg-info-subtle px-4 py-2.5 text-info-text"
  >
    <span>Your unsaved changes from {formatWhen(at, new Date())} were kept on this device.</span>
    <Button size="sm" onPress={onDiscard}>
      Discard them
    </Button>
  </div>
)
