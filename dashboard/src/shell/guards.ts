import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths } from '../paths.ts'
import { readSession } from '../session/session.ts'
import { authParamsLoader, redirectToHere } from '../sign-in/auth-params.ts'

/** Admits signed-in users; redirects a guest with a proof to the verifying page, any other to the sign-in and back. */
export function requireSignIn(args: LoaderFunctionArgs): null {
  if (readSession().isAuth) return null

  authParamsLoader(args)
  throw redirect(paths.signInFor(redirectToHere(new URL(args.request.url))))
}
