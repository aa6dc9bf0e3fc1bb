import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths } from '../paths.ts'
import { readSession } from '../session/session.ts'
import { authParamsLoader } from '../sign-in/auth-params.ts'
import { redirectToHere } from '../sign-in/auth-params-url.ts'

/** Lets signed-in people in; anyone else goes to verify the proof that they bring (2.18 comes first), or to sign in and come back (2.19). */
export function requireSignIn(args: LoaderFunctionArgs): null {
  if (readSession().isAuth) return null

  authParamsLoader(args)
  throw redirect(paths.signInFor(redirectToHere(new URL(args.request.url))))
}
