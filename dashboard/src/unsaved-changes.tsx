import { type RefObject, useEffect, useId } from 'react'
import { useBlocker } from 'react-router'
import { create } from 'zustand'
import { Button } from './ui/button.tsx'
import { lazyPart } from './ui/lazy-part.tsx'

const AlertDialog = lazyPart(async () => (await import('./ui/overlay/dialog.tsx')).AlertDialog)

type UnsavedChangesProps = {
  isDirty: boolean
  skipUnsavedPrompt?: RefObject<boolean>
  onLeave?: () => void
  /** Whether the page with the changes stays at this path; by default only at the same path. */
  isWithin?: (pathname: string) => boolean
  /** What becomes of the changes. */
  children: string
}

/** Asks before unsaved changes are lost by following a link or closing the tab. */
export function UnsavedChanges({ isDirty, skipUnsavedPrompt, onLeave, isWithin, children }: UnsavedChangesProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !skipUnsavedPrompt?.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isWithin?.(nextLocation.pathname),
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

const useUnsaved = create<{ forms: readonly string[] }>()(() => ({ forms: [] }))

/** Tells the `UnsavedForms` of the page that a form of it has changes that are not saved. */
export function useReportUnsaved(isDirty: boolean): void {
  const form = useId()
  useEffect(() => {
    if (!isDirty) return
    useUnsaved.setState(({ forms }) => ({ forms: [...forms, form] }))
    return () => useUnsaved.setState(({ forms }) => ({ forms: forms.filter((one) => one !== form) }))
  }, [isDirty, form])
}

/** Asks before unsaved changes of any form of a page are lost. */
export const UnsavedForms = (props: Pick<UnsavedChangesProps, 'isWithin' | 'children'>) => (
  <UnsavedChanges isDirty={useUnsaved(({ forms }) => forms.length > 0)} {...props} />
)
