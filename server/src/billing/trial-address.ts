/** How providers read the part of an address before the @. Others are taken to read every character. */
type Reading = { domains: RegExp; ignores: RegExp }

const readings: Reading[] = [
  { domains: /^(gmail|googlemail)\.com$/, ignores: /\+.*$|\./g },
  // Microsoft's, also those of countries, such as hotmail.ca.
  { domains: /^((outlook|hotmail|live)\.[a-z.]+|msn\.com)$/, ignores: /\+.*$/g },
  { domains: /^(icloud|me|mac)\.com$/, ignores: /\+.*$/g },
  { domains: /^(proton\.me|protonmail\.com|pm\.me)$/, ignores: /\+.*$|[._-]/g },
  { domains: /^fastmail\.com$/, ignores: /\+.*$/g },
]

/** Domains that lead to the same mailbox as another one. */
const sameAs = new Map([
  ['googlemail.com', 'gmail.com'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
  ['me.com', 'icloud.com'],
  ['mac.com', 'icloud.com'],
])

/** Returns the same text for all addresses of one mailbox, as far as its provider is known. */
export function normalizeAddress(address: string): string {
  const [, name = '', domain = ''] = /^(.*)@(.*)$/s.exec(address.toLowerCase()) ?? []
  const ignores = readings.find(({ domains }) => domains.test(domain))?.ignores
  return `${ignores ? name.replace(ignores, '') : name}@${sameAs.get(domain) ?? domain}`
}
