let stored: string | undefined

/** Keeps a mailbox provider's one-time code in memory only, because it is a secret. */
export function keepMailboxCode(code: string): void {
  stored = code
}

/** Returns the mailbox provider's one-time code and forgets it. */
export function takeMailboxCode(): string | undefined {
  const code = stored
  stored = undefined
  return code
}
