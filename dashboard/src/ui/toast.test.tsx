import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Toaster, useToast } from './toast.tsx'

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

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a toast stands at the top right, says what happened, and Alt+T leads to it', async () => {
  render(<Host />)

  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  const toast = await screen.findByText('Update Success')
  expect(toast.closest('.Toastify__toast-container--top-right')).toBeTruthy()

  await act(async () => fireEvent.keyDown(document, { altKey: true, code: 'KeyT' }))
  expect(document.activeElement?.textContent).toContain('Update Success')
})
