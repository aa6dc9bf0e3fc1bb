import { IdentityProviderId, identityProviders } from '@loadping/contract/sign-in'
import { Mail } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { explainRequest, goToProvider, useRequestLink } from '../sign-in/sign-in.data.ts'
import { Button } from '../ui/button.tsx'
import { providerMarks } from '../ui/provider-marks.tsx'
import { useToast } from '../ui/toast.tsx'

/** Every way to get a mailbox to send from; each ends on this page again. */
export function VerifyWays({ email }: { email: string }) {
  const requestLink = useRequestLink()
  const navigate = useNavigate()
  const showToast = useToast()

  function sendLink() {
    requestLink.mutate(
      { email, redirect: paths.email },
      {
        onSuccess: () => void navigate(paths.verifyingFor(email, paths.email)),
        onError: (error) => showToast(explainRequest(error), 'error'),
      },
    )
  }

  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {IdentityProviderId.options.map((id) => (
        <Button key={id} icon={providerMarks[id]} onPress={() => void goToProvider(id, paths.email)}>
          Verify with {identityProviders[id].name}
        </Button>
      ))}
      <Button icon={<Mail size={16} strokeWidth={1.6} aria-hidden="true" />} isLoading={requestLink.isPending} onPress={sendLink}>
        Send a sign-in email
      </Button>
    </div>
  )
}
