/** Cleans a server's message for display: one line, no control or format characters, at most 300 characters. */
export const oneLine = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .slice(0, 300)
