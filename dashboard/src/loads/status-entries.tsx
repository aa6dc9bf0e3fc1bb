import { LoadStatus } from '@loadping/contract/loads/load-status'
import { statusDisplay } from './load-display.parts.tsx'

/** The statuses as entries of a menu, each with its key. */
export const statusEntries = (onChoose: (status: LoadStatus) => void) =>
  LoadStatus.options.map((status, index) => {
    const { label, Icon } = statusDisplay[status]
    return {
      id: status,
      label,
      icon: <Icon size={16} strokeWidth={1.6} aria-hidden="true" className="text-secondary" />,
      aside: String(index + 1),
      onChoose: () => onChoose(status),
    }
  })
