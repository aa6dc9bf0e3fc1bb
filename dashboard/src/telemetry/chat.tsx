import { MessageCircle, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { iconButtonStyle } from '../ui/button-style.ts'

/** Shows the chat in a sandboxed frame that gets the user's email address and nothing else of the page. */
export function Chat({ url, email }: { url: string; email: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { origin } = new URL(url)
  // A sandbox with scripts has no effect for a frame of our own origin.
  if (origin === window.location.origin) return null

  return (
    <div className="fixed right-4 bottom-4 z-20 flex flex-col items-end gap-2 max-sm:bottom-20">
      {isOpen && (
        <iframe
          ref={frame}
          title="Chat"
          src={url}
          sandbox="allow-scripts allow-same-origin allow-forms"
          referrerPolicy="no-referrer"
          className="h-120 max-h-[70vh] w-90 max-w-[calc(100vw-2rem)] rounded-md border border-default bg-surface shadow-pop"
          onLoad={() => frame.current?.contentWindow?.postMessage({ email }, origin)}
        />
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={isOpen ? 'Close chat' : 'Open chat'}
        className={`${iconButtonStyle} border border-default bg-raised shadow-pop`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? (
          <X size={16} strokeWidth={1.6} aria-hidden="true" />
        ) : (
          <MessageCircle size={16} strokeWidth={1.6} aria-hidden="true" />
        )}
      </button>
    </div>
  )
}
