import { brand } from '@loadping/contract/brand'

/** The address that begins a mail to us. */
export const supportMail = (subject: string): string =>
  `mailto:${brand.supportAddress}?subject=${encodeURIComponent(subject)}`
