/** States the extension's version in each of its calls. */
export const extensionVersionHeader = 'x-extension-version'

/** Released versions, the newest first. The last two are supported, as are newer ones. */
export const extensionReleases = ['0.1.0']

/** Whether the server still answers this version of the extension. */
export function isSupportedExtension(version: string, [newest = '0', oldest = newest] = extensionReleases): boolean {
  if (!/^\d+(\.\d+){0,3}$/.test(version)) return false
  const [stated, needed] = [version, oldest].map((text) => text.split('.').map(Number))
  for (const [index, part] of (needed ?? []).entries()) {
    const difference = (stated?.[index] ?? 0) - part
    if (difference !== 0) return difference > 0
  }
  return true
}
