import { Link2Off } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { IndeterminateBar } from '../ui/progress-bar.tsx'
import { NotePanel } from './note-panel.tsx'
import { isTooMany } from './sign-in.data.ts'

/** While the server checks what somebody brought. */
export const SigningIn = ({ text }: { text: string }) => (
  <div className="flex flex-col items-center text-center">
    <LogoMark size={48} />
    <h1 className="mt-5 text-title">Signing you in</h1>
    <p className="mt-1 mb-6 text-secondary">{text}</p>
    <IndeterminateBar label="Signing you in" />
  </div>
)

type UnheardProps = { error: Error; again: 'link' | 'sign-in'; onRetry: () => void }

/** No answer was heard about what works once: nobody here knows whether it was used. */
export const NoResponse = ({ error, again, onRetry }: UnheardProps) => (
  <ServiceUnreachable
    text={
      isTooMany(error)
        ? error.message
        : `We could not hear its answer. Try again: if this ${again} does not work a second time, a new one is one press away.`
    }
    onRetry={onRetry}
  />
)

/** The server did not answer; what somebody brought is still good. */
export const ServiceUnreachable = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <NotePanel
    icon={<Link2Off size={24} strokeWidth={1.6} aria-hidden="true" />}
    title="The service cannot be reached"
    text={text}
  >
    <Button variant="primary" size="touch" className="w-full" onPress={onRetry}>
      Try again
    </Button>
  </NotePanel>
)
