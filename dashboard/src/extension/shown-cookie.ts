/** Names the cookie that says that the dialog was shown. Over https its name keeps other hosts and plain http from writing it. */
export const shownCookieAt = (protocol: string): string =>
  `${protocol === 'https:' ? '__Host-' : ''}loadping.extension-missing`
