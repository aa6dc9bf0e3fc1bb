export type Page = { url: URL; status: number; html: string; headers: Headers; visited: string[] }

/** Creates a browser without scripts that keeps cookies by path, follows redirects and submits forms. */
export function cookieBrowser(ownHeaders: Record<string, string> = {}) {
  let jar: { name: string; value: string; path: string }[] = []

  async function open(
    url: URL,
    options: { form?: Record<string, string> } = {},
    visited: string[] = [],
  ): Promise<Page> {
    const cookies = jar.filter(
      ({ path }) => url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`),
    )
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: {
        ...ownHeaders,
        accept: 'text/html',
        ...(cookies.length > 0 && { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }),
      },
      ...(options.form && { method: 'POST', body: new URLSearchParams(options.form) }),
    })
    for (const line of answer.headers.getSetCookie()) keep(line)
    const location = answer.headers.get('location')
    const html = await answer.text()
    if (!location || visited.length > 10)
      return { url, status: answer.status, html, headers: answer.headers, visited: [...visited, url.pathname] }
    return open(new URL(location, url), {}, [...visited, url.pathname])
  }

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split(/=(.*)/)
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
    jar = jar.filter((cookie) => cookie.name !== name || cookie.path !== path)
    if (value) jar.push({ name, value, path })
  }

  return { open, cookies: () => jar.map(({ name }) => name) }
}
