import { afterEach, expect, test, vi } from 'vitest'
import { createOwnHost } from './own-host.ts'

afterEach(() => document.body.replaceChildren())

test('[D11.3] controls live in a closed shadow root that takes no space on the board', () => {
  const attach = vi.spyOn(HTMLElement.prototype, 'attachShadow')
  const { host } = createOwnHost('')
  document.body.append(host)

  expect(attach).toHaveBeenCalledExactlyOnceWith({ mode: 'closed' })
  expect(host.shadowRoot).toBeNull()
  expect(host.style.position).toBe('absolute')
})

test('[D11.3] a board gets no clicks and keys of the controls', () => {
  const { host, root } = createOwnHost('')
  document.body.append(host)
  const heard = vi.fn()
  for (const name of ['click', 'pointerdown', 'keydown']) document.body.addEventListener(name, heard)

  for (const name of ['click', 'pointerdown', 'keydown'])
    root.appendChild(document.createElement('button')).dispatchEvent(new Event(name, { bubbles: true, composed: true }))

  expect(heard).not.toHaveBeenCalled()
})
