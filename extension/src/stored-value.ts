import * as z from 'zod/mini'

/** The used part of `chrome.storage.local` and `chrome.storage.session`. */
export type StorageArea = {
  get(key: string): Promise<Record<string, unknown>>
  set(items: Record<string, unknown>): Promise<void>
}

export type StoredValue<T> = {
  read(): Promise<T>
  /** Changes the value. Changes run one after another, so that no update is lost. */
  change(edit: (value: T) => T): Promise<T>
}

/** Creates a named value in a storage area. A missing or invalid value reads as `empty`. */
export function createStoredValue<T>(
  area: StorageArea,
  name: string,
  schema: z.ZodMiniType<T>,
  empty: T,
): StoredValue<T> {
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
    last = changed.catch(() => undefined) // the caller gets the error; later changes still run
    return changed
  }

  return { read, change }
}
