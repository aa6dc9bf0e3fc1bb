import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from './ui/button.tsx'
import { lazyPart } from './ui/lazy-part.tsx'

const AlertDialog = lazyPart(async () => (await import('./ui/overlay/dialog.tsx')).AlertDialog)

type UnsavedChangesProps = {
  isDirty: boolean
  skipUnsavedPrompt?: RefObject<boolean>
  onLeave?: () => void
  /** What becomes of the changes. */
  children: string
}

/** Asks before unsaved changes are lost by following a link or closing the tab. */
export function UnsavedChanges({ isDirty, skipUnsavedPrompt, onLeave, children }: UnsavedChangesProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !skipUnsavedPrompt?.current && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])

  if (blocker.state !== 'blocked') return null
  return (
    <AlertDialog
      title="Leave without saving?"
      isOpen
      onClose={blocker.reset}
      actions={
        <>
          <Button
            onPress={() => {
              onLeave?.()
              blocker.proceed()
            }}
          >
            Leave
          </Button>
          <Button variant="primary" onPress={blocker.reset}>
            Keep editing
          </Button>
        </>
      }
    >
      {children}
    </AlertDialog>
  )
}
