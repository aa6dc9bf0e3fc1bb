import { expect, test } from 'vitest'
import { deviceId, isSampled } from './device.ts'

test('[3.18] a device has a random id, which is stored', () => {
  localStorage.clear()
  const id = deviceId()

  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(deviceId()).toBe(id)
  expect(localStorage.getItem('loadping.device')).toBe(id)
  localStorage.clear()
  expect(deviceId()).not.toBe(id)
})

test('[3.18] one device in ten is measured, and the choice is stable', () => {
  const ids = Array.from({ length: 20_000 }, () => crypto.randomUUID())
  const measured = ids.filter((id) => isSampled(id))

  expect(measured.length / ids.length).toBeGreaterThan(0.09)
  expect(measured.length / ids.length).toBeLessThan(0.11)
  expect(measured.every((id) => isSampled(id))).toBe(true)
  expect(ids.filter((id) => isSampled(id, 1))).toHaveLength(ids.length)
  expect(ids.filter((id) => isSampled(id, 0))).toHaveLength(0)
})
