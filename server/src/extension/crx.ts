import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** Returns the id by which Chrome and Edge know the extensions signed with a private key in PEM. */
export const extensionIdOf = (privateKey: string): string =>
  idBytesOf(publicKeyOf(privateKey))
    .toString('hex')
    .replaceAll(/./g, (digit) => String.fromCharCode('a'.charCodeAt(0) + Number.parseInt(digit, 16)))

/** Returns a zip as a package that Chrome and Edge verify: CRX3, signed with an RSA key in PEM. */
export function signCrx(zip: Uint8Array, privateKey: string): Buffer {
  const publicKey = publicKeyOf(privateKey)
  const signedData = field(1, idBytesOf(publicKey))
  const signature = sign(
    'sha256',
    Buffer.concat([Buffer.from('CRX3 SignedData\0'), uint32(signedData.length), signedData, zip]),
    privateKey,
  )
  const proof = Buffer.concat([field(1, publicKey), field(2, signature)])
  const header = Buffer.concat([field(2, proof), field(10_000, signedData)])
  return Buffer.concat([Buffer.from('Cr24'), uint32(3), uint32(header.length), header, zip])
}

const publicKeyOf = (privateKey: string): Buffer =>
  createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'der' })

const idBytesOf = (publicKey: Buffer): Buffer => createHash('sha256').update(publicKey).digest().subarray(0, 16)

/** A field of bytes, as Protocol Buffers write it (crx3.proto of Chromium). */
const field = (number: number, bytes: Buffer): Buffer =>
  Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes])

function varint(value: number): Buffer {
  const bytes = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + (rest >= 128 ? 128 : 0))
  return Buffer.from(bytes)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
