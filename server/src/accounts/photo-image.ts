import { ResizeFit, Transformer } from '@napi-rs/image'

const side = 96
const maxBytes = 64 * 1024
/** Larger images are never decoded: a small file can hold more pixels than fit in memory. */
const maxPixels = 4_000_000

/** Converts an image to a small square WebP of at most 64 KB. Returns undefined for anything else. */
export async function toAvatar(bytes: Buffer): Promise<Buffer | undefined> {
  const size = readSize(bytes)
  if (!size || size.width < 1 || size.height < 1 || size.width * size.height > maxPixels) return undefined
  try {
    const webp = await new Transformer(bytes)
      .rotate()
      .resize({ width: side, height: side, fit: ResizeFit.Cover })
      .webp(80)
    return webp.length <= maxBytes ? webp : undefined
  } catch {
    return undefined // has the header of an image but cannot be decoded
  }
}

type Size = { width: number; height: number }

/** Reads the size from the header of a PNG, WebP or JPEG, without decoding it. */
function readSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n')
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return readWebpSize(bytes)
  return bytes.readUInt16BE(0) === 0xffd8 ? readJpegSize(bytes) : undefined
}

function readWebpSize(bytes: Buffer): Size | undefined {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}

/**
 * Walks the segments to the one with the size (SOF). Rejects unexpected bytes between them, which a decoder might skip.
 */
function readJpegSize(bytes: Buffer): Size | undefined {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    const isSize = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isSize) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    const isHeader = [0xc4, 0xcc, 0xdb, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef)
    if (!isHeader) return undefined
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
