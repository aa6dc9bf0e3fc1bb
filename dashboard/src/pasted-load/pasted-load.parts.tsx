import { ClipboardPaste } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../ui/button.tsx'
import { useShortcut } from '../ui/use-shortcut.ts'

const PasteLoadDialog = lazy(async () => ({ default: (await import('./paste-load-dialog.tsx')).PasteLoadDialog }))

/** Opens the dialog that reads loads from pasted text, also by the key P and by `?paste`. It stays while the page changes. */
export function PasteLoadButton() {
  const { search } = useLocation()
  const [isOpen, setIsOpen] = useState(() => new URLSearchParams(search).has('paste'))
  useShortcut('p', () => setIsOpen(true))
  return (
    <>
      <Button icon={<ClipboardPaste size={16} strokeWidth={1.6} aria-hidden="true" />} onPress={() => setIsOpen(true)}>
        Paste a load
      </Button>
      {isOpen && (
        <Suspense>
          <PasteLoadDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
