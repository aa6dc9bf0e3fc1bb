import { accountApi } from './account/account.api.ts'
import { accountDeletionApi } from './account-deletion/account-deletion.api.ts'
import { accountExportApi } from './account-export/account-export.api.ts'
import { analyticsApi } from './analytics/analytics.api.ts'
import { billingApi } from './billing/billing.api.ts'
import { emailsApi } from './emails/emails.api.ts'
import { extensionApi } from './extension/extension.api.ts'
import { fuelApi } from './fuel/fuel.api.ts'
import { homeApi } from './home/home.api.ts'
import { inquiriesApi } from './inquiries/inquiries.api.ts'
import { installationApi } from './installation/installation.api.ts'
import { loadsApi } from './loads/loads.api.ts'
import { mailboxesApi } from './mailboxes/mailboxes.api.ts'
import { mapApi } from './map/map.api.ts'
import { notificationsApi } from './notifications/notifications.api.ts'
import { offersApi } from './offers/offers.api.ts'
import { placesApi } from './places/places.api.ts'
import { practiceApi } from './practice/practice.api.ts'
import { sessionsApi } from './sign-in/sessions.api.ts'
import { signInApi } from './sign-in/sign-in.api.ts'
import { snippetsApi } from './snippets/snippets.api.ts'
import { teamApi } from './team/team.api.ts'
import { telemetryApi } from './telemetry/telemetry.api.ts'
import { templatesApi } from './templates/templates.api.ts'
import { truckBoardApi } from './truck-board/truck-board.api.ts'
import { trucksApi } from './trucks/trucks.api.ts'
import { type ClientFor, createClientFor, type Send } from './wire/api-calls.ts'

/** The endpoints of every feature, as the server mounts them. */
export const apis = {
  signIn: signInApi,
  sessions: sessionsApi,
  account: accountApi,
  accountExport: accountExportApi,
  accountDeletion: accountDeletionApi,
  extension: extensionApi,
  team: teamApi,
  telemetry: telemetryApi,
  templates: templatesApi,
  snippets: snippetsApi,
  emails: emailsApi,
  inquiries: inquiriesApi,
  practice: practiceApi,
  mailboxes: mailboxesApi,
  home: homeApi,
  notifications: notificationsApi,
  map: mapApi,
  places: placesApi,
  fuel: fuelApi,
  loads: loadsApi,
  offers: offersApi,
  truckBoard: truckBoardApi,
  trucks: trucksApi,
  analytics: analyticsApi,
  billing: billingApi,
  installation: installationApi,
}

export type Client = ClientFor<typeof apis>

/** Creates a typed client for all endpoints. */
export const createClient = (send: Send): Client => createClientFor(apis, send)
