/** Domains at which anyone can get an address for free. */
const freeMailDomains = new Set(
  `aol.com att.net bellsouth.net charter.net comcast.net cox.net earthlink.net email.com fastmail.com frontier.com
  gmail.com gmx.com gmx.net gmx.us googlemail.com hey.com hotmail.ca hotmail.com hotmail.co.uk hotmail.es icloud.com
  inbox.com juno.com live.ca live.com live.com.mx mac.com mail.com mail.ru me.com msn.com netzero.net optonline.net
  outlook.com outlook.es pm.me proton.me protonmail.com rediffmail.com roadrunner.com rocketmail.com rogers.com
  sbcglobal.net sympatico.ca tuta.com tutanota.com tutamail.com verizon.net windstream.net yahoo.ca yahoo.com
  yahoo.com.mx yahoo.co.uk yahoo.es yandex.com yandex.ru ymail.com zohomail.com`.split(/\s+/),
)

export const isFreeMail = (domain: string): boolean => freeMailDomains.has(domain)

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
