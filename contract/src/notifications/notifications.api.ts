import { defineApi } from '../wire/endpoint.ts'
import { NotificationSettings } from './notifications.ts'

export const notificationsApi = defineApi({
  /** Returns what the caller chose; all off before, and for an address that unsubscribed from our emails. */
  getNotifications: { access: 'user', method: 'GET', path: '/users/me/notifications', response: NotificationSettings },
  /** Replaces it. What a kind would have told before it was turned on is never told. */
  saveNotifications: {
    access: 'user',
    method: 'PUT',
    path: '/users/me/notifications',
    body: NotificationSettings,
    response: NotificationSettings,
  },
})
