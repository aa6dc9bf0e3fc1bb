import { brand } from '@loadping/contract/brand'
import { invitationDays } from '@loadping/contract/team'
import { Clock, Copy } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { clearInvitation } from '../session/invitation.ts'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { useToast } from '../ui/toast.tsx'
import { NotePanel } from './note-panel.tsx'

const request = `Hello, my invitation to your team on ${brand.name} does not work any more. Could you please send me a new one?`

/** An invitation that is not good any more is forgotten, and a new one can be asked for. */
export function InvitationExpired({ token }: { token: string }) {
  const isAuth = useSession((session) => session.isAuth)
  const showToast = useToast()
  useEffect(() => {
    clearInvitation(token)
    showToast('Invitation Expired', 'success')
  }, [token, showToast])

  async function copyRequest() {
    try {
      await navigator.clipboard.writeText(request)
      showToast('Copied', 'success')
    } catch {
      showToast('This browser does not let us copy', 'error')
    }
  }

  return (
    <NotePanel
      icon={<Clock size={24} strokeWidth={1.6} aria-hidden="true" className="text-warning-text" />}
      title="Invitation Expired"
      text={`This link was used already or is older than ${invitationDays} days. Ask the person who invited you to send it again; your account is not affected.`}
    >
      <div className="flex w-full flex-col gap-2">
        <Link to={isAuth ? paths.home : paths.signIn} className={`${buttonStyle('primary', 'touch')} w-full`}>
          {isAuth ? 'Go to the Dashboard' : 'Go to sign in'}
        </Link>
        <Button
          size="touch"
          className="w-full"
          icon={<Copy size={16} strokeWidth={1.6} aria-hidden="true" />}
          onPress={() => void copyRequest()}
        >
          Copy a request for a new link
        </Button>
      </div>
    </NotePanel>
  )
}
