import { ProfileDraft, type UserInfo } from '@loadping/contract/account/account'
import { useLoadedProfile, useSaveAccount } from '../account/profile.data.ts'
import { ProfileFields } from '../account/profile-fields.parts.tsx'
import { readCookie } from '../session/cookies.ts'
import { Button } from '../ui/button.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { useDeviceDraft } from '../use-device-draft.ts'
import { useForm } from '../use-form.ts'
import { type BusinessDraft, changesOf, draftOf, readDraft } from './business-draft.ts'
import { BusinessFields } from './business-fields.tsx'
import { KeptAnswers, none, useKeepAnswers } from './keep-answers.ts'
import { explainBusinessError, explainBusinessIssue } from './onboarding.parts.tsx'
import { StepBody, StepFooter } from './onboarding-step.tsx'

const names = ['mc', 'dot', 'company'] as const

/** Asks a new user about their business, because the pages and the Default template depend on it. */
export function AccountStep({ userInfo, onNext }: { userInfo: UserInfo; onNext: () => void }) {
  const {
    draft: kept,
    setDraft: keep,
    clearDraft,
  } = useDeviceDraft({ place: 'onboarding', schema: KeptAnswers, empty: none })
  useKeepAnswers(kept, keep)
  const { profile = {} } = kept
  const saved = draftOf(userInfo)
  const { userType = saved.userType, trucks = saved.trucks, loadboards = saved.loadboards } = kept.business ?? {}
  const business = { userType, trucks, loadboards }
  const form = useForm({
    change: useSaveAccount(),
    read: () => readAccount(business, profile, userInfo.source ?? readCookie('source')),
    explainIssue: explainBusinessIssue,
    explainError: explainBusinessError,
    onSuccess: () => {
      clearDraft()
      onNext()
    },
  })
  return (
    <Form {...form} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <StepBody title="Tell us how you work" text="It sets your templates and the boards we read.">
        <BusinessFields
          draft={business}
          onDraft={(changed) => keep({ ...kept, business: { ...kept.business, ...changesOf(business, changed) } })}
        >
          <ProfileFields
            names={names}
            saved={useLoadedProfile()}
            draft={profile}
            onDraft={(changed) => keep({ ...kept, profile: changed })}
            isOptionalRow
          />
        </BusinessFields>
      </StepBody>
      <StepFooter
        start={
          <FormError className="text-caption">
            <p className="text-caption text-muted">You can change all of this later</p>
          </FormError>
        }
      >
        <Button type="submit" variant="primary" size="lg" className="min-w-24" isLoading={form.isPending}>
          Next
        </Button>
      </StepFooter>
    </Form>
  )
}

function readAccount(business: BusinessDraft, profile: ProfileDraft, source: string | undefined) {
  const first = readDraft(business, source)
  const second = ProfileDraft.safeParse(profile)
  if (first.success && second.success)
    return { success: true as const, data: { business: first.data, profile: second.data } }
  return {
    success: false as const,
    error: { issues: [...(first.error?.issues ?? []), ...(second.error?.issues ?? [])] },
  }
}
