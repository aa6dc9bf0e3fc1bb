/** What somebody else's server said, as one line that can be shown: no control, no hidden direction, 300 characters at most. */
export const oneLine = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .slice(0, 300)
