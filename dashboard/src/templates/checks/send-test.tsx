import { Send } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useSettled } from '../../use-settled.ts'
import type { Draft } from '../draft.ts'
import { hasErrors } from '../use-save.ts'

const SendTestDialog = lazy(async () => ({ default: (await import('./send-test-dialog.tsx')).SendTestDialog }))

/** The button that sends a test of the template, saved or not, to the user. */
export function SendTest({ draft }: { draft: Draft }) {
  const [isOpen, setIsOpen] = useState(false)
  const { settled } = useSettled(draft)
  const isInvalid = useMemo(() => hasErrors(settled), [settled])
  return (
    <>
      <Button
        icon={<Send size={16} strokeWidth={1.6} aria-hidden="true" />}
        isDisabled={isInvalid}
        onPress={() => setIsOpen(true)}
      >
        Send test
      </Button>
      {isOpen && (
        <Suspense>
          <SendTestDialog draft={draft} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
