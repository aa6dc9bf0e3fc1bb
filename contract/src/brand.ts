/** All that names the product: the operator changes it here, once. */
export const brand = {
  name: 'LoadPing',
  /** The isAuth cookie is scoped to it; empty means the host that serves the dashboard. */
  parentDomain: '',
  supportAddress: 'support@loadping.example',
  /** Where the relay's mail comes from, when no mailbox of one's own is connected. */
  relayAddress: 'inquiries@loadping.example',
  productAddress: 'hello@loadping.example',
  links: {
    chromeStore: '/extension',
    checkUpdate: '/extension',
    terms: '/legal/terms',
    privacy: '/legal/privacy',
  },
  signIn: {
    claim: 'Simple, secure, and free - the trusted extension for brokers & carriers',
    tagline: 'Save time, reduce hassle, and manage loads effortlessly',
    /** Sample content, for the operator to replace with words that somebody really said. */
    testimonial: {
      isSample: true,
      quote:
        'I stay on the board and the email is already gone. By the time I dial, the broker has my MC, my truck and my number in front of them.',
      name: 'Rosa H.',
      role: 'Dispatcher, 12 trucks',
    },
    /** Sample content, for the operator to replace with the stores' own figures. */
    ratings: {
      isSample: true,
      stores: [
        { store: 'Chrome Web Store', stars: 4.9 },
        { store: 'Firefox Add-ons', stars: 4.9 },
      ],
    },
  },
} as const
