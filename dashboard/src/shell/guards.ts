import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths } from '../paths.ts'
import { readSession } from '../session/session.ts'

/** Lets signed-in people in; anyone else goes to sign in and comes back afterwards. */
export function signedIn({ request }: LoaderFunctionArgs): null {
  if (readSession().isAuth) return null

  const { pathname, search } = new URL(request.url)
  throw redirect(paths.signInFor(pathname + search))
}
