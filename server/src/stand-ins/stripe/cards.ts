export type ChargeOutcome = 'paid' | 'declined' | 'needs-authentication' | 'processing'

type TestCard = {
  brand: 'visa' | 'bank'
  title: string
  /** At the first payment, in Checkout or on the page of an invoice. */
  first: ChargeOutcome
  /** At every payment after that. */
  later: ChargeOutcome
  declineCode?: 'generic_decline' | 'insufficient_funds' | 'expired_card'
  /** How a payment that takes days ends. */
  settlesAsPaid?: boolean
}

/** Cards by number, as in Stripe's documentation. 0341 differs: there the first payment in Checkout fails too. */
export const testCards: Record<string, TestCard> = {
  '4242424242424242': { brand: 'visa', title: 'Pays, and pays every renewal', first: 'paid', later: 'paid' },
  '4000000000000341': {
    brand: 'visa',
    title: 'Pays today, fails at the first renewal',
    first: 'paid',
    later: 'declined',
  },
  '4000000000000002': { brand: 'visa', title: 'Declined', first: 'declined', later: 'declined' },
  '4000000000009995': {
    brand: 'visa',
    title: 'Declined: not enough funds',
    first: 'declined',
    later: 'declined',
    declineCode: 'insufficient_funds',
  },
  '4000002500003155': {
    brand: 'visa',
    title: 'Asks you to confirm first',
    first: 'needs-authentication',
    later: 'paid',
  },
  '4000002760003184': {
    brand: 'visa',
    title: 'Asks you to confirm every payment',
    first: 'needs-authentication',
    later: 'needs-authentication',
  },
  '4000000000000069': {
    brand: 'visa',
    title: 'Declined: card expired',
    first: 'declined',
    later: 'declined',
    declineCode: 'expired_card',
  },
  '000123456789': {
    brand: 'bank',
    title: 'Bank debit: paid after four days',
    first: 'processing',
    later: 'processing',
    settlesAsPaid: true,
  },
  '000222222227': {
    brand: 'bank',
    title: 'Bank debit: fails after four days',
    first: 'processing',
    later: 'processing',
    settlesAsPaid: false,
  },
}

/** Returns a test card's number as it is printed on cards. */
export const formatCardNumber = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')
