import * as z from 'zod/mini'

/** The part of a storage area that is used; `chrome.storage.local` and `.session` are such areas. */
export type StorageArea = {
  get(key: string): Promise<Record<string, unknown>>
  set(items: Record<string, unknown>): Promise<void>
}

export type StoredValue<T> = {
  read(): Promise<T>
  /** Changes the value; changes wait for one another, so that none is lost between a read and its write. */
  change(edit: (value: T) => T): Promise<T>
}

/** One named value in a storage area; what is absent or unreadable counts as `empty`. */
export function createSlot<T>(area: StorageArea, name: string, schema: z.ZodMiniType<T>, empty: T): StoredValue<T> {
  let last: Promise<unknown> = Promise.resolve()

  async function read(): Promise<T> {
    const { success, data } = z.safeParse(schema, (await area.get(name))[name])
    return success ? data : empty
  }

  function change(edit: (value: T) => T): Promise<T> {
    const changed = last.then(async () => {
      const value = edit(await read())
      await area.set({ [name]: value })
      return value
    })
    last = changed.catch(() => undefined) // a failed write is its caller's to see; the next one goes on
    return changed
  }

  return { read, change }
}
