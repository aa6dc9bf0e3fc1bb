/** Returns at most two initials: `RC` for "Redbud Carriers LLC"; for an address, those of its local part. */
export const initialsOf = (name: string): string =>
  (name.replace(/@.*/, '').match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, 2)
    .map(([letter]) => letter)
    .join('')
    .toUpperCase()
