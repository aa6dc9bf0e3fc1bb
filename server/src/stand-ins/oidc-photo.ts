import { createHash } from 'node:crypto'
import { Transformer } from '@napi-rs/image'

const side = 96
const cells = 6

/** Draws a symmetric pattern derived from the subject, as a sample profile photo. */
export function drawPhoto(subject: string): Promise<Buffer> {
  const digest = createHash('sha256').update(subject).digest()
  const [red = 0, green = 0, blue = 0] = digest.subarray(-3)
  const foreground = [red >> 1, green >> 1, blue >> 1, 255]
  const background = [232, 235, 231, 255]
  const isForeground = (x: number, y: number): boolean => {
    const [column, row] = [x, y].map((at) => Math.floor((at * cells) / side))
    return ((digest[row ?? 0] ?? 0) & (1 << Math.min(column ?? 0, cells - 1 - (column ?? 0)))) !== 0
  }
  const pixels = Array.from({ length: side * side }, (_, at) =>
    isForeground(at % side, Math.floor(at / side)) ? foreground : background,
  )
  return Transformer.fromRgbaPixels(Uint8Array.from(pixels.flat()), side, side).png()
}
