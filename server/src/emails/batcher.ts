/**
 * Does work in batches: what is asked for while one is under way goes into the next. Each caller gets the answer to their own item; a batch that
 * fails fails for all in it.
 */
export function inBatches<Item, Answer>(
  work: (items: Item[]) => Promise<Answer[]>,
): (item: Item) => Promise<Answer | undefined> {
  type Waiting = { item: Item; resolve: (answer: Answer | undefined) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let isBusy = false

  async function run(): Promise<void> {
    isBusy = true
    await new Promise(setImmediate) // whoever asks in the same turn of the loop is in the same batch
    while (waiting.length > 0) {
      const batch = waiting.splice(0)
      const answers = work(batch.map(({ item }) => item))
      for (const [index, { resolve, reject }] of batch.entries()) answers.then((all) => resolve(all[index]), reject)
      await answers.catch(() => {}) // told to each of them
    }
    isBusy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void run()
    })
}
