import { accountApi } from './account.ts'
import { analyticsApi } from './analytics.ts'
import { type ClientFor, createClientFor, type Send } from './api-calls.ts'
import { emailsApi } from './emails.ts'
import { extensionApi } from './extension.ts'
import { fuelApi } from './fuel.ts'
import { homeApi } from './home.ts'
import { loadsApi } from './loads-api.ts'
import { mailboxesApi } from './mailboxes.ts'
import { mapApi } from './map.ts'
import { placesApi } from './places.ts'
import { sessionsApi } from './sessions.ts'
import { signInApi } from './sign-in.ts'
import { snippetsApi } from './snippets.ts'
import { teamApi } from './team.ts'
import { telemetryApi } from './telemetry.ts'
import { templatesApi } from './templates.ts'
import { trucksApi } from './trucks.ts'

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
