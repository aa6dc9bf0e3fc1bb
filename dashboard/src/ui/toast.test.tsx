import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useToast } from './toast.ts'
import { Toaster } from './toaster.tsx'

function Host() {
  const showToast = useToast()
  return (
    <>
      <button type="button" onClick={() => showToast('Update Success', 'success')}>
        Show
      </button>
      <Toaster />
    </>
  )
}

/** Shows a toast; returns it and the element of its countdown. */
async function showToast() {
  render(<Host />)
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  const toast = (await screen.findByText('Update Success')).closest<HTMLElement>('.Toastify__toast')
  const clock = toast?.querySelector<HTMLElement>('.Toastify__progress-bar')
  if (!toast || !clock) throw new Error('There is no toast')
  return { toast, clock }
}

const isGone = () => waitFor(() => expect(screen.queryByText('Update Success')).toBeNull())

/** Ends an animation, as only a real browser does. */
const endAnimation = (element: Element) => act(async () => fireEvent.animationEnd(element))

afterEach(cleanup)

test('[8.9] a toast is at the top right', async () => {
  const { toast } = await showToast()

  expect(toast.closest('.Toastify__toast-container--top-right')).toBeTruthy()
})

test('[8.9] a toast closes by itself after 5000 ms', async () => {
  const { toast, clock } = await showToast()
  expect(clock.style.animationDuration).toBe('5000ms')
  fireEvent(window, new Event('focus'))
  await waitFor(() => expect(clock.style.animationPlayState).toBe('running'))

  await endAnimation(clock)
  await endAnimation(toast)
  await isGone()
})

test('[8.9] a toast stays while the pointer is on it, or the window is in the background', async () => {
  const { toast, clock } = await showToast()

  fireEvent.mouseEnter(toast)
  await waitFor(() => expect(clock.style.animationPlayState).toBe('paused'))
  fireEvent.mouseLeave(toast)
  await waitFor(() => expect(clock.style.animationPlayState).toBe('running'))

  fireEvent(window, new Event('blur'))
  await waitFor(() => expect(clock.style.animationPlayState).toBe('paused'))
  fireEvent(window, new Event('focus'))
  await waitFor(() => expect(clock.style.animationPlayState).toBe('running'))
})

test('[8.9] a click on a toast without a button closes it, as where it covers Save', async () => {
  const { toast } = await showToast()
  fireEvent.mouseEnter(toast)

  fireEvent.click(toast)

  await endAnimation(toast)
  await isGone()
})

test.each([
  [79, false],
  [81, true],
])('[8.9] a toast that is swiped over %i percent of its width closes: %s', async (percent, goes) => {
  const { toast } = await showToast()
  Object.defineProperty(toast, 'offsetWidth', { value: 300 })

  fireEvent.pointerDown(toast, { clientX: 0, clientY: 0, button: 0 })
  fireEvent.pointerMove(document, { clientX: 3 * percent, clientY: 0 })
  await act(async () => fireEvent.pointerUp(document, { clientX: 3 * percent, clientY: 0 }))

  if (goes) return isGone()
  expect(screen.getByText('Update Success')).toBeTruthy()
})

test('[8.9] a toast with a button stays under the pointer, and closes once the button is pressed', async () => {
  let isUndone = false
  function UndoHost() {
    const show = useToast()
    return (
      <>
        <button
          type="button"
          onClick={() => show('Owen was removed', 'success', { label: 'Undo', onPress: () => (isUndone = true) })}
        >
          Remove
        </button>
        <Toaster />
      </>
    )
  }
  render(<UndoHost />)
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  const toast = undo.closest<HTMLElement>('.Toastify__toast')
  const clock = toast?.querySelector<HTMLElement>('.Toastify__progress-bar')
  if (!toast || !clock) throw new Error('There is no toast')
  expect(clock.style.animationDuration).toBe('5000ms')

  fireEvent.mouseEnter(toast)
  await waitFor(() => expect(clock.style.animationPlayState).toBe('paused'))
  fireEvent.click(undo)
  await endAnimation(toast)

  expect(isUndone).toBe(true)
  await waitFor(() => expect(screen.queryByText('Owen was removed')).toBeNull())
})

test('[8.9] Alt+T focuses the toast', async () => {
  const { toast } = await showToast()

  await act(async () => fireEvent.keyDown(document, { altKey: true, code: 'KeyT' }))

  expect(document.activeElement).toBe(toast)
})
