import type { UserInfo } from '@loadping/contract/account'
import { brand } from '@loadping/contract/brand'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogTitle } from '../ui/dialog.tsx'
import { FormError } from '../ui/form.tsx'
import { Logo } from '../ui/logo.tsx'
import { BusinessForm } from './onboarding.parts.tsx'

/** Asks a new user about their business; it cannot be dismissed, because the pages depend on the answer. */
export const OnboardingDialog = ({ profile }: { profile: UserInfo }) => (
  <Dialog
    className="flex h-135 w-217 max-sm:h-full max-sm:w-full max-sm:flex-col max-sm:overflow-y-auto max-sm:rounded-none"
    coversPhone
  >
    <div className="flex w-61 shrink-0 flex-col justify-between border-r border-default bg-sidebar p-6 max-sm:w-full max-sm:border-r-0 max-sm:border-b max-sm:px-5 max-sm:py-4">
      <Logo name={brand.name} size={28} />
      <p className="text-table text-secondary max-sm:hidden">{brand.signIn.tagline}</p>
    </div>
    <BusinessForm profile={profile} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {(fields, isSaving) => (
        <>
          <div className="min-h-0 flex-1 overflow-y-auto px-8 py-7 max-sm:overflow-visible max-sm:px-5 max-sm:py-6">
            <DialogTitle className="text-title">Create account</DialogTitle>
            <p className="mt-0.5 mb-6 text-table text-secondary">
              Tell us about your business so we can set things up.
            </p>
            {fields}
          </div>
          <div className="flex min-h-18.25 shrink-0 items-center justify-between gap-4 border-t border-subtle px-8 max-sm:px-5 max-sm:py-3">
            <FormError className="text-caption">
              <p className="text-caption text-muted">You can change all of this later</p>
            </FormError>
            <Button type="submit" variant="primary" size="lg" className="min-w-24" isLoading={isSaving}>
              Save
            </Button>
          </div>
        </>
      )}
    </BusinessForm>
  </Dialog>
)
