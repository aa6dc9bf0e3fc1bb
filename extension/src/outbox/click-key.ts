import { idempotencyHeader } from '@loadping/contract/wire/idempotency'

/** Names one click, so that a click which the page repeats does nothing again, even if it was undone meanwhile. */
export const ClickKey = idempotencyHeader.shape['idempotency-key']
