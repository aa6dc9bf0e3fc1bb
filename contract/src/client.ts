import { accountApi } from './account/account.ts'
import { analyticsApi } from './analytics/analytics.ts'
import { emailsApi } from './emails/emails.ts'
import { extensionApi } from './extension/extension.api.ts'
import { fuelApi } from './fuel/fuel.ts'
import { homeApi } from './home/home.ts'
import { loadsApi } from './loads/loads.api.ts'
import { mailboxesApi } from './mailboxes/mailboxes.ts'
import { mapApi } from './map/map.api.ts'
import { placesApi } from './places/places.ts'
import { sessionsApi } from './sign-in/sessions.api.ts'
import { signInApi } from './sign-in/sign-in.ts'
import { snippetsApi } from './snippets/snippets.ts'
import { teamApi } from './team/team.ts'
import { telemetryApi } from './telemetry/telemetry.api.ts'
import { templatesApi } from './templates/templates.ts'
import { trucksApi } from './trucks/trucks.ts'
import { type ClientFor, createClientFor, type Send } from './wire/api-calls.ts'

/** The endpoints of every feature, as the server mounts them. */
export const apis = {
  signIn: signInApi,
  sessions: sessionsApi,
  account: accountApi,
  extension: extensionApi,
  team: teamApi,
  telemetry: telemetryApi,
  templates: templatesApi,
  snippets: snippetsApi,
  emails: emailsApi,
  mailboxes: mailboxesApi,
  home: homeApi,
  map: mapApi,
  places: placesApi,
  fuel: fuelApi,
  loads: loadsApi,
  trucks: trucksApi,
  analytics: analyticsApi,
}

export type Client = ClientFor<typeof apis>

/** Creates a typed client for all endpoints. */
export const createClient = (send: Send): Client => createClientFor(apis, send)
