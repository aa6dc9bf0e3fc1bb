/** Every product name, address and link that an operator may change. */
export const brand = {
  name: 'LoadPing',
  /** The domain of the isAuth cookie; empty means the dashboard's host. */
  parentDomain: '',
  supportAddress: 'support@loadping.example',
  /** The sender address of relay emails. */
  relayAddress: 'inquiries@loadping.example',
  /** The extension's permanent id in Firefox. */
  firefoxId: 'extension@loadping.example',
  productAddress: 'hello@loadping.example',
  links: {
    /** The extension's page in each store; until it is listed there, ours, with the zip and the steps. */
    stores: { chrome: '/extension#chrome', firefox: '/extension#firefox', edge: '/extension#edge' },
    otherBrowsers: '/extension',
    checkUpdate: '/extension',
    terms: '/legal/terms',
    privacy: '/legal/privacy',
  },
  signIn: {
    headline: 'Simple, secure, and free - the trusted extension for brokers & carriers',
    tagline: 'Save time, reduce hassle, and manage loads effortlessly',
    /** Sample content. Replace it with a real testimonial. */
    testimonial: {
      isSample: true,
      quote: 'I never leave the board. By the time I call, the broker already has my MC, my truck and my rate.',
      name: 'Rosa H.',
      role: 'Dispatcher, 12 trucks',
    },
    /** Sample content. Replace it with the stores' real ratings. */
    ratings: {
      isSample: true,
      stores: [
        { store: 'Chrome Web Store', stars: 4.9 },
        { store: 'Firefox Add-ons', stars: 4.9 },
      ],
    },
  },
} as const
