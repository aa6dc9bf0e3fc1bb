import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths } from '../paths.ts'
import { readSession } from '../session/session.ts'
import { arriving } from '../sign-in/arrival.ts'
import { wayBackHere } from '../sign-in/arrival-address.ts'

/** Lets signed-in people in; anyone else goes to verify the proof that they bring (2.18 comes first), or to sign in and come back (2.19). */
export function signedIn(args: LoaderFunctionArgs): null {
  if (readSession().isAuth) return null

  arriving(args)
  throw redirect(paths.signInFor(wayBackHere(new URL(args.request.url))))
}
