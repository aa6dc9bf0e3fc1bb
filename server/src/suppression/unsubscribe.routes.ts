import { brand } from '@loadping/contract/brand'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../context.ts'
import { serveOneClick } from '../http/one-click.ts'
import { suppress } from './suppression.service.ts'
import { readUnsubscribeToken, unsubscribePath } from './unsubscribe.service.ts'

/** Serves the one-click link that unsubscribes an address from all our emails. */
export const serveUnsubscribe = (app: FastifyInstance, deps: Deps): void =>
  serveOneClick(app, unsubscribePath, {
    read: (token) => readUnsubscribeToken(deps, token),
    act: (address) => suppress(deps, address, 'product', 'unsubscribed'),
    describe: () => ({
      question: `Unsubscribe from ${brand.name}?`,
      done: 'You are unsubscribed',
      text: "We won't email this address again, except emails you request, such as sign-in links.",
      button: 'Unsubscribe',
    }),
  })
