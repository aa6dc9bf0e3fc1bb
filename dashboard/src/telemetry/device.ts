import { browserStorage } from '../session/browser-storage.ts'

const deviceKey = 'loadping.device'

/** The share of devices that is measured. */
const sampleRate = 0.1

/** Returns this device's random id, which is created on first use and stored. */
export function deviceId(): string {
  const stored = browserStorage.read(deviceKey)
  if (stored !== undefined) return stored

  const created = randomUuid()
  browserStorage.write(deviceKey, created)
  return created
}

/** Whether a device is measured; the result is stable for a device. */
export const isSampled = (id: string, rate = sampleRate): boolean => hash(id) / 2 ** 32 < rate

/** Hashes a text evenly to 32 bits (FNV-1a with a final mix). */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** Creates a UUID without `crypto.randomUUID`, which needs a secure context. */
function randomUuid(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
