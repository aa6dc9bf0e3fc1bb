import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { usePaste, useShortcut } from '../../ui/use-shortcut.ts'

const PasteLoadDialog = lazyPart(async () => (await import('./paste-load-dialog.tsx')).PasteLoadDialog)

/** The dialog that reads loads from pasted text, which the key P, a paste on the page and `?paste` open, too. */
export function usePasteLoad() {
  const { search } = useLocation()
  const [pasted, setPasted] = useState<string | undefined>(() =>
    new URLSearchParams(search).has('paste') ? '' : undefined,
  )
  const open = () => setPasted('')
  useShortcut('p', open)
  usePaste(setPasted)
  return {
    open,
    dialog: pasted !== undefined && <PasteLoadDialog pasted={pasted} onClose={() => setPasted(undefined)} />,
  }
}

export const PasteLoadButton = ({ onPress }: { onPress: () => void }) => (
  <Button icon={<ClipboardPaste size={16} strokeWidth={1.6} aria-hidden="true" />} onPress={onPress}>
    Paste a load
  </Button>
)
