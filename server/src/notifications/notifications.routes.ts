import { notificationsApi } from '@loadping/contract/notifications/notifications.api'
import { implement } from '../http/implement.ts'
import * as notifications from './notifications.service.ts'

export const notificationsRoutes = implement(notificationsApi, {
  getNotifications: (ctx) => notifications.getNotifications(ctx),
  saveNotifications: (ctx, { body }) => notifications.saveNotifications(ctx, body),
})
