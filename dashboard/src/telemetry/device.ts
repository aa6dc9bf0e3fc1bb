import { browserStorage } from '../session/browser-storage.ts'

const deviceKey = 'loadping.device'

/** One device in ten is measured. */
const sampleRate = 0.1

/** The random name of this device; made when it is first needed, then kept. */
export function deviceId(): string {
  const known = browserStorage.read(deviceKey)
  if (known !== undefined) return known

  const made = randomUuid()
  browserStorage.write(deviceKey, made)
  return made
}

/** Whether a device is among those that are measured; always the same for the same device. */
export const isSampled = (id: string, rate = sampleRate): boolean => hash(id) / 2 ** 32 < rate

/** Spreads texts evenly over 32 bits (FNV-1a with a final mix). */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** Also where the page has no secure context, in which the browser makes none. */
function randomUuid(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
