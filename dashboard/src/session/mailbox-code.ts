let brought: string | undefined

/** Keeps what came back from the provider of a mailbox, for as long as the page lives: a secret is never stored. */
export function keepMailboxCode(code: string): void {
  brought = code
}

/** The code that came back from the provider of a mailbox, once. */
export function takeMailboxCode(): string | undefined {
  const code = brought
  brought = undefined
  return code
}
