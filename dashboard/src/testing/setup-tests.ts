import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { writeCookie } from '../session/cookies.ts'
import { endSession } from '../session/session.ts'

configure({
  // The code of a screen loads when it is first shown, which takes long on a busy machine.
  asyncUtilTimeout: 15_000,
  // Without a print of the whole page, which would be made at each attempt to find an element.
  getElementError: (message) => new Error(message ?? 'Element not found'),
})

// No server listens; happy-dom's own fetch would print each refused connection.
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))

// Tests run without the extension; its dialog would cover every screen.
beforeEach(() => writeCookie('loadping.extension-missing', 'shown'))

afterEach(() => {
  cleanup()
  Reflect.get(window, 'happyDOM').setURL('http://localhost:3000/') // a clicked tel: link leads away, where no cookie is read
  endSession()
  localStorage.clear()
})

// The next file of this worker uses the same window and libraries.
afterAll(() => {
  vi.resetModules()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  document.body.replaceChildren()
})
