/** Column types; `suppression.sql` is the source of truth. */
export type SuppressionTables = {
  suppression: {
    addressHash: string
    scope: 'inquiry' | 'product'
    reason: 'unsubscribed' | 'bounced' | 'complained'
    since: Date
  }
  suppressedRecipient: { userId: string; address: string; since: Date; allowedAt: Date | null }
}
