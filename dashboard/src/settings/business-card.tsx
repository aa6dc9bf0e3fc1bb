import { useLoadedUserInfo } from '../account/account.data.ts'
import { BusinessForm } from '../onboarding/onboarding.parts.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { FormError } from '../ui/form/form.tsx'
import { useToast } from '../ui/toast.ts'

/** Edits the business details from the onboarding. */
export function BusinessCard() {
  const profile = useLoadedUserInfo()
  const showToast = useToast()
  return (
    <Card title="Business">
      <BusinessForm profile={profile} onSaved={() => showToast('Business saved', 'success')}>
        {(fields, isSaving) => (
          <>
            <div className="p-4">{fields}</div>
            <div className="flex items-center justify-end gap-4 border-t border-subtle bg-sunken px-4 py-3">
              <FormError className="mr-auto text-caption" />
              <Button type="submit" variant="primary" isLoading={isSaving}>
                Save
              </Button>
            </div>
          </>
        )}
      </BusinessForm>
    </Card>
  )
}
