import { origin, type Setting } from './setting-values.ts'

const type = 'an http or https URL without a path'

/** Where the parts of the API are that the operator gave hosts of their own. */
export const hostSettings = {
  API_URL: {
    type,
    default: 'BASE_URL',
    meaning: 'Where the web app calls the main API and begins sign-ins with Google and Outlook.',
    schema: origin,
  },
  SECOND_API_URL: {
    type,
    default: 'BASE_URL',
    meaning: 'Where the web app calls the second API, /api/v1/main.',
    schema: origin,
  },
  REFERENCE_URL: {
    type,
    default: 'BASE_URL',
    meaning: 'Where the web app asks for fuel prices, /fuel2.',
    schema: origin,
  },
  ANALYTICS_URL: {
    type,
    default: 'BASE_URL',
    meaning: 'Where the web app asks for the figures of Analytics.',
    schema: origin,
  },
} satisfies Record<string, Setting>
