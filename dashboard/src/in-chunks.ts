/** Cuts a list into parts of at most a size, such as what one call may change. */
export const inChunks = <Each>(all: Each[], size: number): Each[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
