import type { AccountExport } from '@loadping/contract/account-export/account-export.api'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type FakeApi, renderScreen } from '../testing/render.tsx'
import { ExportCard } from './export-card.parts.tsx'

const making: AccountExport = {
  id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e100',
  state: 'making',
  requestedAt: '2026-11-20T19:41:00.000Z',
  percent: 42,
  size: null,
  expiresAt: null,
}
const ready: AccountExport = {
  ...making,
  state: 'ready',
  percent: 100,
  size: 4_200_000,
  expiresAt: '2026-11-27T19:41:00.000Z',
}

const show = (calls: NonNullable<FakeApi['accountExport']>) =>
  renderScreen(
    <Suspense>
      <ExportCard />
    </Suspense>,
    { accountExport: calls },
  )
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

afterEach(() => void vi.useRealTimers())

test('an export is asked for by a button, and its progress shows until it is ready', async () => {
  let current: AccountExport | null = null
  show({
    getExport: async () => current,
    requestExport: async () => {
      current = making
      return making
    },
  })

  await press('Export my data')

  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getByRole('status').textContent).toContain('an email tells you when it is ready')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export my data' }).disabled).toBe(true)
  current = ready
  expect(await screen.findByText(/^Ready: 4\.2 MB, to download until /, {}, { timeout: 5_000 })).toBeTruthy()
})

test('an export that was begun before shows when the page is opened', async () => {
  show({ getExport: async () => making })

  expect((await screen.findByRole('status')).textContent).toMatch(/^Being made, 42%\. You can leave this page/)
})

test('a finished export says its size and until when, and is saved by one click', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:zip')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const downloadExport = vi.fn(async () => new File(['zip'], 'export.zip', { type: 'application/zip' }))
  show({ getExport: async () => ready, downloadExport })

  expect((await screen.findByRole('status')).textContent).toMatch(
    /^Ready: 4\.2 MB, to download until (Nov 27, )?2:41 PM\.$/,
  )
  await press('Download')

  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  expect(downloadExport).toHaveBeenCalledExactlyOnceWith({ params: { id: ready.id } })
  expect(click.mock.contexts[0]).toMatchObject({ download: 'export.zip' })
  expect(saved.mock.lastCall?.[0]).toMatchObject({ size: 3, type: 'application/zip' })
})

test('a download that fails says why', async () => {
  const text = 'This export is no longer there. Export your data again.'
  show({ getExport: async () => ready, downloadExport: () => Promise.reject(new Problem('not-found', text)) })

  await press('Download')

  expect(await screen.findByText(text)).toBeTruthy()
})

test('one who asks too often is told when the next export is possible', async () => {
  const text = 'You can export your data 3 times a day, again from Nov 21, 2:41 PM New York time.'
  show({ getExport: async () => ready, requestExport: () => Promise.reject(new Problem('too-many', text)) })

  await press('Export again')

  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy()
})

test('an export that failed can be tried again', async () => {
  const requestExport = vi.fn(async () => making)
  show({ getExport: async () => ({ ...making, state: 'failed' }), requestExport })

  expect(await screen.findByText("Your data couldn't be exported. Nothing was lost; try again.")).toBeTruthy()
  await press('Try again')

  expect(await screen.findByRole('progressbar')).toBeTruthy()
  expect(requestExport).toHaveBeenCalledOnce()
})
