const memory = new Map<string, string>()

/** Stores texts in this browser; uses the page's memory when storage is blocked or full. */
export const browserStorage = { read, write, remove, list, isPersistent }

function read(key: string): string | undefined {
  const inMemory = memory.get(key)
  if (inMemory !== undefined) return inMemory
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined // Blocked.
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
    memory.delete(key)
  } catch {
    memory.set(key, text) // Blocked or full.
  }
}

function remove(key: string): void {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Blocked: nothing is stored.
  }
}

/** Lists the keys that start with a prefix. */
function list(prefix: string): string[] {
  const keys = new Set(memory.keys())
  try {
    for (const key of Object.keys(localStorage)) keys.add(key)
  } catch {
    // Blocked: nothing is stored.
  }
  return [...keys].filter((key) => key.startsWith(prefix))
}

/** Whether the value of a key outlives this page. */
function isPersistent(key: string): boolean {
  return read(key) !== undefined && !memory.has(key)
}
