const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

const primes = Array.from({ length: 312 }, (_, number) => number).filter(
  (number) =>
    number > 1 &&
    !Array.from({ length: 17 }, (_, other) => other + 2).some((factor) => factor < number && number % factor === 0),
)
/** The first 32 bits of the fractional part. */
const fraction = (number: number): number => ((number - Math.floor(number)) * 2 ** 32) | 0
const roundConstants = Int32Array.from(primes.slice(0, 64), (prime) => fraction(Math.cbrt(prime)))
const startState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

/** Computes the SHA-256 hash of an ASCII text in words of 32 bits (FIPS 180-4). Browsers' own hash is asynchronous. */
export function sha256(text: string): Int32Array {
  const padded = new DataView(new ArrayBuffer(((text.length + 8) >> 6) * 64 + 64))
  for (let index = 0; index < text.length; index++) padded.setUint8(index, text.charCodeAt(index))
  padded.setUint8(text.length, 0x80)
  padded.setUint32(padded.byteLength - 4, text.length * 8)
  const state = Int32Array.from(startState)
  for (let offset = 0; offset < padded.byteLength; offset += 64) addBlock(state, padded, offset)
  return state
}

const schedule = new Int32Array(64)
const wordAt = (index: number): number => schedule[index] ?? 0

function addBlock(state: Int32Array, block: DataView, offset: number): void {
  for (let index = 0; index < 16; index++) schedule[index] = block.getInt32(offset + index * 4)
  for (let index = 16; index < 64; index++) {
    const early = wordAt(index - 15)
    const late = wordAt(index - 2)
    const mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    schedule[index] = wordAt(index - 16) + mixedEarly + wordAt(index - 7) + mixedLate
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let index = 0; index < 64; index++) {
    const mixedE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const chosen = (e & f) ^ (~e & g)
    const first = (h + mixedE + chosen + (roundConstants[index] ?? 0) + wordAt(index)) | 0
    const mixedA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + mixedA + majority) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  for (let index = 0; index < 8; index++) state[index] = (state[index] ?? 0) + (added[index] ?? 0)
}
