const memory = new Map<string, string>()

/** What this browser keeps under a name; where its storage is closed or full, this page's memory stands in. */
export const browserStorage = { read, write, remove, isPersistent }

function read(key: string): string | undefined {
  const held = memory.get(key)
  if (held !== undefined) return held
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined // Closed to us.
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
    memory.delete(key)
  } catch {
    memory.set(key, text) // Closed to us, or full.
  }
}

function remove(key: string): void {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Closed to us: nothing is there.
  }
}

/** Whether what is kept under a name outlives this page. */
function isPersistent(key: string): boolean {
  return read(key) !== undefined && !memory.has(key)
}
