import { ClipboardPaste } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'

const PasteLoadDialog = lazy(async () => ({ default: (await import('./paste-load-dialog.tsx')).PasteLoadDialog }))

/** Opens the dialog that reads loads from pasted text. It keeps the dialog open while the page around it changes. */
export function PasteLoadButton() {
  const [isOpen, setIsOpen] = useState(false)
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
