import { notificationNames } from '@loadping/contract/notifications/notifications.api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../context.ts'
import { serveOneClick } from '../http/one-click.ts'
import { turnOff } from './notifications.service.ts'
import { readTurnOffToken, turnOffPath } from './turn-off.service.ts'

/** Serves the one-click link of notifications (RFC 8058). */
export const serveTurnOff = (app: FastifyInstance, deps: Deps): void =>
  serveOneClick(app, turnOffPath, {
    read: (token) => readTurnOffToken(deps, token),
    act: (chosen) => turnOff(deps, chosen),
    describe: ({ kinds }) => {
      const names = kinds.map((kind) => `“${notificationNames[kind]}”`).join(' and ')
      return {
        question: 'Turn these notifications off?',
        done: 'These notifications are off',
        text: `${names}: we won't email you about this. You can turn it on again in Settings.`,
        button: 'Turn off',
      }
    },
  })
