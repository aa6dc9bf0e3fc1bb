/** Measures how the time of a run grows from 5,000 to 50,000 characters: about 10 if linear, about 100 if quadratic. */
export function timeGrowth(piece: string, run: (text: string) => unknown): number {
  const timeOf = (length: number) => {
    const text = piece.repeat(Math.ceil(length / piece.length))
    const start = Date.now()
    run(text)
    return Math.max(20, Date.now() - start)
  }
  const short = Math.min(timeOf(5_000), timeOf(5_000))
  const long = Math.min(timeOf(50_000), timeOf(50_000))
  return long / short
}

/** Between linear and quadratic, with room for a busy machine. */
export const maxGrowth = 50
