import type { PostedLoad } from '@loadping/contract/boards/posted-load'

/** Firefox's names for kinds of data. */
export type DataKind =
  | 'authenticationInfo'
  | 'personallyIdentifyingInfo'
  | 'websiteContent'
  | 'personalCommunications'
  | 'technicalAndInteraction'

export type SentField = {
  title: string
  /** None for ids, versions and confirmations. */
  data?: DataKind
  /** Whether the ledger keeps only that it was sent: a secret, or what is not stored of a posting. */
  isValueHidden?: true
}

const page = (title: string): SentField => ({ title, data: 'websiteContent' })
const person = (title: string): SentField => ({ title, data: 'personallyIdentifyingInfo' })
const message = (title: string): SentField => ({ title, data: 'personalCommunications' })
const technical = (title: string): SentField => ({ title, data: 'technicalAndInteraction', isValueHidden: true })
const secret = (title: string): SentField => ({ title, data: 'authenticationInfo', isValueHidden: true })
const own = (title: string): SentField => ({ title })

/** The fields of a posting, which leave only with a click on it. */
const postingFields: Record<keyof PostedLoad, SentField> = {
  board: page('board'),
  boardLoadId: page('posting'),
  origin: page('origin'),
  dest: page('destination'),
  pickupDay: page('pickup'),
  pickupUntilDay: page('pickup until'),
  pickupTime: page('pickup time'),
  pickupUntilTime: page('pickup time until'),
  deliveryDay: page('delivery'),
  deliveryTime: page('delivery time'),
  equipment: page('equipment'),
  fullPartial: page('full or partial'),
  lengthFeet: page('length'),
  weightPounds: page('weight'),
  tripMiles: page('trip miles'),
  deadheadMiles: page('deadhead'),
  rate: page('rate'),
  company: person('company'),
  contactEmail: person('address'),
  emailFrom: person('place of the address'),
  phone: person('phone'),
  reference: page('reference'),
  mc: person('MC number'),
  dot: person('USDOT number'),
  commodity: page('commodity'),
  temperature: page('temperature'),
  comments: { ...page('comments'), isValueHidden: true },
  creditScore: { ...page('credit score'), isValueHidden: true },
  daysToPay: { ...page('days to pay'), isValueHidden: true },
  postedAt: page('time of posting'),
}

/** Every field that a request of the extension may carry. One that is not here never leaves. */
export const sentFields = {
  ...postingFields,
  askCents: message('ask'),
  templateId: own('template'),
  templateVersion: own('version of the template'),
  truckId: own('truck'),
  formula: message('rate formula'),
  to: person('other address'),
  values: message('values typed'),
  confirmed: own('sent again on purpose'),
  confirmedRecipient: own('recipient confirmed'),
  row: own('practice row'),
  emailId: own('email'),
  loadId: own('load'),
  outcome: message('outcome'),
  cents: message('amount'),
  before: { ...message('what the load was before'), isValueHidden: true },
  loadIds: own('load'),
  text: message('text of the withdrawal'),
  ids: own('templates'),
  version: own('state version'),
  clickKey: own('key of the click'),
  clickAge: own('seconds since the click'),
  boards: technical('counts of loads and fields'),
  structure: technical('row without its texts'),
  fields: technical('names of the fields that were read'),
  code: secret('pairing code'),
  refreshToken: secret('refresh token'),
  accessToken: secret('session'),
  extensionVersion: own('extension version'),
} as const satisfies Record<string, SentField>
export type SentFieldName = keyof typeof sentFields

/** What every request carries. */
export const routineFields: readonly SentFieldName[] = ['accessToken', 'extensionVersion']

const posting = Object.keys(postingFields) as (keyof PostedLoad)[] // it has exactly these keys
const ask: SentFieldName[] = ['templateId', 'values', 'truckId', 'askCents', 'templateVersion']
const once: SentFieldName[] = ['clickKey', 'clickAge']

export type SentKind =
  | 'Email'
  | 'Call'
  | 'Save'
  | 'Outcome'
  | 'Undo'
  | 'Choice'
  | 'Report'
  | 'Follow'
  | 'Check'
  | 'Counts'
  | 'Sign-in'

type SentRequest = {
  method: 'GET' | 'POST' | 'PUT'
  /** `:name` stands for a field in the path. */
  path: string
  what: SentKind
  why: string
  /** Beside what every request carries. */
  fields: readonly SentFieldName[]
}

/** Every request that the extension may make, with all that it may carry. Any other never leaves. */
export const sentRequests: readonly SentRequest[] = [
  {
    method: 'POST',
    path: '/emails',
    what: 'Email',
    why: 'You pressed Email',
    fields: [...posting, ...ask, 'to', 'formula', 'confirmed', 'confirmedRecipient', ...once],
  },
  {
    method: 'POST',
    path: '/emails/practice',
    what: 'Email',
    why: 'You pressed Email on the practice board',
    fields: ['row', ...ask, ...once],
  },
  {
    method: 'POST',
    path: '/trucks/:truckId/withdrawals',
    what: 'Email',
    why: 'You pressed Take back',
    fields: ['truckId', 'loadIds', 'text'],
  },
  { method: 'POST', path: '/emails/:emailId/undo', what: 'Undo', why: 'You pressed Undo', fields: ['emailId'] },
  {
    method: 'POST',
    path: '/contact-events',
    what: 'Call',
    why: 'You pressed Call',
    fields: [...posting, 'askCents', 'clickKey'],
  },
  { method: 'POST', path: '/loads', what: 'Save', why: 'You pressed Save or Edit', fields: posting },
  {
    method: 'POST',
    path: '/extension/outcomes',
    what: 'Outcome',
    why: 'You said what came of it',
    fields: ['board', 'boardLoadId', 'loadId', 'outcome', 'cents', 'clickKey'],
  },
  { method: 'POST', path: '/loads/bulk/undo', what: 'Undo', why: 'You took an outcome back', fields: ['before'] },
  {
    method: 'POST',
    path: '/templates/:templateId/default',
    what: 'Choice',
    why: 'You chose a template',
    fields: ['templateId'],
  },
  { method: 'PUT', path: '/trucks/current', what: 'Choice', why: 'You chose a truck', fields: ['truckId'] },
  {
    method: 'POST',
    path: '/extension/reports',
    what: 'Report',
    why: 'You sent a report of a row',
    fields: ['board', 'version', 'structure', 'fields'],
  },
  { method: 'GET', path: '/emails/:emailId', what: 'Follow', why: 'To show when it was sent', fields: ['emailId'] },
  {
    method: 'GET',
    path: '/extension/state',
    what: 'Check',
    why: 'To show emails and limits',
    fields: ['version'],
  },
  { method: 'GET', path: '/extension/templates', what: 'Check', why: 'To fill your templates', fields: ['ids'] },
  {
    method: 'GET',
    path: '/extension/memory',
    what: 'Check',
    why: 'To show what you asked before',
    fields: ['version'],
  },
  { method: 'GET', path: '/home', what: 'Check', why: 'You opened the popup', fields: [] },
  { method: 'GET', path: '/user-info', what: 'Check', why: 'You opened the popup', fields: [] },
  { method: 'GET', path: '/trucks', what: 'Check', why: 'You opened the popup', fields: [] },
  { method: 'GET', path: '/trucks/due', what: 'Check', why: 'You opened the popup', fields: [] },
  { method: 'GET', path: '/trucks/board', what: 'Check', why: 'You opened the popup', fields: [] },
  {
    method: 'GET',
    path: '/trucks/:truckId/take-back',
    what: 'Check',
    why: 'To show asks of a booked truck',
    fields: ['truckId'],
  },
  {
    method: 'POST',
    path: '/extension/health',
    what: 'Counts',
    why: 'To show when a board has changed',
    fields: ['boards'],
  },
  { method: 'POST', path: '/extension/session', what: 'Sign-in', why: 'You signed in', fields: ['code'] },
  { method: 'GET', path: '/users/me', what: 'Sign-in', why: 'You signed in', fields: [] },
  { method: 'GET', path: '/auth/refresh', what: 'Sign-in', why: 'To stay signed in', fields: ['refreshToken'] },
  { method: 'POST', path: '/auth/logout', what: 'Sign-in', why: 'To end the session before', fields: [] },
]

/** The kinds that only a click causes. */
export const clickedKinds: readonly SentKind[] = ['Email', 'Call', 'Save', 'Outcome', 'Undo', 'Choice', 'Report']
