import type { MailProviderId } from './sign-in/sign-in.ts'

/** What an operator names by settings of the server. */
export type Installation = {
  name: string
  supportAddress: string
  /** Where people report faults of security. */
  securityAddress: string
  /** The sender address of the product's own emails. */
  productAddress: string
  /** The sender address of relay emails. */
  relayAddress: string
  /** Whether users may send through the relay. */
  hasRelay: boolean
  /** Whether an account can be created without an invitation. */
  isSignUpOpen: boolean
  /** What a company's own sign-in is called on its button; null without one. */
  companySignIn: string | null
  /** Whose sign-in and mailboxes are not set up here; absent where all are. */
  missingProviders?: readonly MailProviderId[] | undefined
  /** Where calls go whose path begins so, the first that fits; an empty origin is the page's. Absent where all are. */
  hosts?: readonly ApiHost[] | undefined
}

/** The host of a part of the API. */
export type ApiHost = { prefix: string; origin: string }

/** Set before any of our scripts runs, from the page that the server fills. */
const { installation: onPage }: { installation?: Installation } = Object(globalThis)

/** Every product name, address and link that an operator may change. */
export const brand = {
  name: 'LoadPing',
  supportAddress: 'support@loadping.example',
  securityAddress: 'security@loadping.example',
  productAddress: 'hello@loadping.example',
  relayAddress: 'inquiries@loadping.example',
  hasRelay: true,
  isSignUpOpen: true,
  companySignIn: null,
  ...onPage,
  /** The domain of the isAuth cookie; empty means the dashboard's host. */
  parentDomain: '',
  /** The extension's permanent id in Firefox. */
  firefoxId: 'extension@loadping.example',
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
}

/** Names this installation in everything that is written from now on; for the start of a process. */
export const nameInstallation = (own: Partial<Installation>): void => void Object.assign(brand, own)

/** Returns what an operator may name by settings, as it is now. */
export const installation = (): Installation => {
  const { name, supportAddress, securityAddress, productAddress, relayAddress } = brand
  const { hasRelay, isSignUpOpen, companySignIn, missingProviders, hosts } = brand
  return {
    name,
    supportAddress,
    securityAddress,
    productAddress,
    relayAddress,
    hasRelay,
    isSignUpOpen,
    companySignIn,
    missingProviders,
    hosts,
  }
}
