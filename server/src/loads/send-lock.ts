/** Names the lock that serializes changes of a user's loads, contacts and allowance. */
export const sendLockOf = (userId: string): string => `sends ${userId}`
