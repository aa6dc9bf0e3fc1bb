import { Check, Users, X } from 'lucide-react'
import { useMe } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Dialog, DialogTitle } from '../ui/overlay/dialog.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

const planBenefits = [
  'Unlimited emails for everyone on the team',
  'Roles, seats and invitations in one place',
  'An activity log of every change',
]

/** Says that inviting needs the Business Plan, and how to get it. */
export function BusinessPlanModal({ onClose }: { onClose: () => void }) {
  const { data: me } = useMe()
  return (
    <Dialog onClose={onClose} className="relative max-h-[calc(100dvh-32px)] w-120 overflow-y-auto p-8 max-sm:p-6">
      <div className="absolute top-3 right-3">
        <IconButton label="Close" onClick={onClose}>
          <X {...icon} />
        </IconButton>
      </div>
      <span
        aria-hidden="true"
        className="flex size-12 items-center justify-center rounded-md bg-accent-subtle text-accent-text"
      >
        <Users size={24} strokeWidth={1.6} />
      </span>
      <DialogTitle className="mt-5 text-title">Team members come with the Business Plan</DialogTitle>
      <p className="mt-1.5 text-secondary">
        {me.organizationId === null
          ? 'Your plan covers one dispatcher. Get the Business Plan to invite your whole team.'
          : "Your team's Business Plan ended. Members stay, but no one new can join."}
      </p>
      <ul className="my-6 flex flex-col gap-2.5 text-table">
        {planBenefits.map((benefit) => (
          <li key={benefit} className="flex items-center gap-2">
            <Check {...icon} className="shrink-0 text-accent-text" />
            {benefit}
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <a href={paths.supportEmail('Business Plan')} className={`${buttonStyle('primary', 'lg')} flex-1`}>
          Contact Us
        </a>
        <Button size="lg" onPress={onClose}>
          Not now
        </Button>
      </div>
    </Dialog>
  )
}
