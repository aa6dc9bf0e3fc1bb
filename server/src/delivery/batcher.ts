/**
 * Batches the items that arrive while a batch runs. Each call resolves with its item's result. Items of a failed batch
 * run again singly.
 */
export function inBatches<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result | undefined> {
  type Waiting = { item: Item; resolve: (result: Result | undefined) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let isBusy = false

  const runAlone = ({ item, resolve, reject }: Waiting) => work([item]).then(([result]) => resolve(result), reject)

  async function run(): Promise<void> {
    isBusy = true
    await new Promise(setImmediate) // calls made in the same turn of the event loop share a batch
    while (waiting.length > 0) {
      const batch = waiting.splice(0)
      const results = await work(batch.map(({ item }) => item)).catch(() => undefined)
      if (results) for (const [index, { resolve }] of batch.entries()) resolve(results[index])
      else await Promise.all(batch.map(runAlone))
    }
    isBusy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void run()
    })
}
