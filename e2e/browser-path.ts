const usual = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser of this machine: the one that CHROME_PATH names, or else Chromium or Chrome where they usually are. */
export function browserPath(env: Record<string, string | undefined>, exists: (path: string) => boolean): string {
  const named = env['CHROME_PATH']
  const path = (named ? [named] : usual).find(exists)
  if (path) return path
  throw new Error(
    named
      ? `There is no browser at ${named}, which CHROME_PATH names.`
      : `The end-to-end tests need Chromium or Chrome, and neither is at ${usual.join(', ')}. Install one, or set CHROME_PATH to it.`,
  )
}
