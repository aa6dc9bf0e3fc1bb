import type { BrowserContext } from '@playwright/test'

/** Lets a browser in to the stand-ins, as a click on a link that the start printed does. */
export async function openStandIns(
  context: BrowserContext,
  { address, devLink }: { address: string; devLink: (path: string) => string },
): Promise<void> {
  const { headers } = await fetch(devLink('/dev/inbox'), { redirect: 'manual' })
  const { hostname: domain } = new URL(address)
  const cookies = headers.getSetCookie().map((line) => {
    const [, name = '', value = '', path = '/'] = /^([^=]+)=([^;]+); Path=([^;]+)/.exec(line) ?? []
    return { name, value, domain, path, httpOnly: true, sameSite: 'Lax' } as const
  })
  await context.addCookies(cookies)
}
