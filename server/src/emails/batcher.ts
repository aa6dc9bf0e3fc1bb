/**
 * Batches calls: items that arrive while a batch runs go into the next one.
 * Each call resolves with the result of its own item; a failed batch rejects all its calls.
 */
export function inBatches<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result | undefined> {
  type Waiting = { item: Item; resolve: (result: Result | undefined) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let isBusy = false

  async function run(): Promise<void> {
    isBusy = true
    await new Promise(setImmediate) // calls made in the same turn of the event loop share a batch
    while (waiting.length > 0) {
      const batch = waiting.splice(0)
      const results = work(batch.map(({ item }) => item))
      for (const [index, { resolve, reject }] of batch.entries()) results.then((all) => resolve(all[index]), reject)
      await results.catch(() => {}) // each caller gets the rejection
    }
    isBusy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void run()
    })
}
