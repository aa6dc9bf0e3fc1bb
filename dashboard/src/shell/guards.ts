import { pages } from '@loadping/contract/pages'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths } from '../paths.ts'
import { readSession } from '../session/session.ts'

/** Lets signed-in people in; anyone else goes to sign in and comes back afterwards, with the whole query when that brings a proof (2.19). */
export function signedIn({ request }: LoaderFunctionArgs): null {
  if (readSession().isAuth) return null

  const { pathname, search, searchParams: query } = new URL(request.url)
  if (!query.has('accessToken')) throw redirect(paths.signInFor(pathname + search === pages.home ? undefined : pathname + search))

  query.set('redirect', query.get('redirect') ?? pathname)
  throw redirect(`${pages.signIn}?${query}`)
}
