import { brand } from '@loadping/contract/brand'
import { Button } from '../ui/button.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { Dialog, DialogTitle } from '../ui/overlay/dialog.tsx'
import { WelcomeAnimation } from './welcome-animation.tsx'

/** Welcomes the user after the onboarding. */
export const WelcomeDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} className="flex w-168 flex-col overflow-y-auto text-center">
    <WelcomeAnimation />
    <div className="px-6 py-7">
      <DialogTitle className="flex flex-wrap items-center justify-center gap-x-2 text-[24px] leading-8 font-semibold tracking-[-0.02em]">
        Welcome to
        <span className="inline-flex items-center gap-2">
          <LogoMark size={32} />
          {brand.name}
        </span>
      </DialogTitle>
      <p className="mt-3 text-lead font-semibold">Now Refresh your loadbord</p>
      <p className="mx-auto mt-1 max-w-100 text-secondary">
        Your loadboard has been upgraded with our extension. Please reload loadboard page to start using new features.
      </p>
      <Button variant="primary" size="touch" className="mt-5 min-w-40" onPress={onClose}>
        Let's go
      </Button>
    </div>
  </Dialog>
)
