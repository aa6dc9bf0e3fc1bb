const defaultPaths = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of this machine's browser: CHROME_PATH, else Chromium or Chrome at a default path. */
export function browserPath(env: Record<string, string | undefined>, exists: (path: string) => boolean): string {
  const named = env['CHROME_PATH']
  const path = (named ? [named] : defaultPaths).find(exists)
  if (path) return path
  throw new Error(
    named
      ? `There is no browser at ${named}, which CHROME_PATH names.`
      : `The end-to-end tests need Chromium or Chrome, and neither is at ${defaultPaths.join(', ')}. Install one, or set CHROME_PATH to it.`,
  )
}
