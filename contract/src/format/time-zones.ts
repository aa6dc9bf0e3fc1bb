import type { Day } from './new-york-days.ts'

type Located = { city: string; state: string; latitude?: number | undefined; longitude?: number | undefined }

const zones: Record<string, string> = {
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
}

const statesOf: Record<string, string> = {
  'America/New_York': 'CT DE DC FL GA IN KY ME MD MA MI NH NJ NY NC OH PA RI SC VT VA WV',
  'America/Chicago': 'AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Phoenix': 'AZ',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR',
  'America/Toronto': 'ON QC',
  'America/Winnipeg': 'MB',
  'America/Regina': 'SK',
  'America/Edmonton': 'AB NT',
  'America/Vancouver': 'BC',
  'America/Whitehorse': 'YT',
  'America/Halifax': 'NB NS PE',
  'America/St_Johns': 'NL',
  'America/Iqaluit': 'NU',
}

const zoneOfState = new Map(
  Object.entries(statesOf).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
)

/** Where another zone than the state's begins, in degrees; along counties, so exact to a few miles. */
const elsewhere: Record<string, { zone: string; contains: (latitude: number, longitude: number) => boolean }> = {
  FL: { zone: 'central', contains: (latitude, longitude) => longitude < -85 && latitude > 29.9 },
  IN: {
    zone: 'central',
    // Around Gary, and around Evansville.
    contains: (latitude, longitude) =>
      (latitude > 40.73 && longitude < -86.5) || (latitude < 38.5 && longitude < -86.8),
  },
  KY: { zone: 'central', contains: (_, longitude) => longitude < -86.25 },
  MI: { zone: 'central', contains: (latitude, longitude) => latitude < 46.47 && longitude < -87.4 },
  TN: { zone: 'eastern', contains: (latitude, longitude) => longitude > (latitude < 35.6 ? -85.37 : -84.85) },
  KS: {
    zone: 'mountain',
    contains: (latitude, longitude) => longitude < -101.45 && latitude > 37.75 && latitude < 39.57,
  },
  NE: { zone: 'mountain', contains: (_, longitude) => longitude < -101.3 },
  ND: {
    zone: 'mountain',
    contains: (latitude, longitude) => longitude < (latitude < 46.65 ? -101.3 : -102.1) && latitude < 47.5,
  },
  SD: { zone: 'mountain', contains: (_, longitude) => longitude < -101 },
  TX: { zone: 'mountain', contains: (_, longitude) => longitude < -104.9 },
  ID: { zone: 'pacific', contains: (latitude) => latitude > 45.6 },
  OR: { zone: 'mountain', contains: (latitude, longitude) => longitude > -118.2 && latitude < 44.45 },
  ON: { zone: 'America/Winnipeg', contains: (_, longitude) => longitude < -90 },
  QC: { zone: 'America/Halifax', contains: (_, longitude) => longitude > -63 },
  NL: { zone: 'America/Goose_Bay', contains: (latitude, longitude) => latitude > 52 && longitude < -56.5 },
  BC: {
    zone: 'America/Edmonton',
    // The Kootenays along the Rocky Mountains.
    contains: (latitude, longitude) =>
      longitude > -117.3 && latitude < 51.7 && longitude > -116.5 - (latitude - 49) * 0.8,
  },
}

/** Whether the zone of a place in the state depends on its coordinates. */
export const hasTwoZones = (state: string): boolean => Object.hasOwn(elsewhere, state)

/** Cities that keep another time than the land around them. */
const cities: Record<string, string> = {
  'AZ/window rock': 'mountain',
  'AZ/chinle': 'mountain',
  'AZ/kayenta': 'mountain',
  'AZ/tuba city': 'mountain',
  'AZ/ganado': 'mountain',
  'NV/west wendover': 'mountain',
  'NV/jackpot': 'mountain',
  'ON/atikokan': 'America/Panama',
  'SK/lloydminster': 'America/Edmonton',
  'BC/dawson creek': 'America/Dawson_Creek',
  'BC/fort st. john': 'America/Dawson_Creek',
  'BC/fort nelson': 'America/Dawson_Creek',
  'BC/creston': 'America/Phoenix',
  'TX/el paso': 'mountain',
}

/** Returns the time zone of a place; undefined outside the US and Canada. */
export function timeZoneOf({ city, state, latitude, longitude }: Located): string | undefined {
  const byCity = cities[`${state}/${city.toLowerCase()}`]
  const other = elsewhere[state]
  const isElsewhere = latitude !== undefined && longitude !== undefined && other?.contains(latitude, longitude) === true
  const zone = byCity ?? (isElsewhere ? other?.zone : zoneOfState.get(state))
  return zone && (zones[zone] ?? zone)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsIn(zone: string, at: number): Record<string, string> {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat(zone === 'America/St_Johns' ? 'en-CA' : 'en-US', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    })
  formats.set(zone, format)
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** Returns the day and time of an instant in a zone, `HH:MM`, with the zone's letters at that time, such as `CST`. */
export function clockIn(zone: string, at: number): { day: Day; time: string; letters: string } {
  const { year, month, day, hour, minute, timeZoneName = '' } = partsIn(zone, at)
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}`, letters: timeZoneName }
}

/**
 * Returns the instant of a day and time in a zone: of a repeated time the first, of a skipped one the time after the
 * change.
 */
export function instantOf(zone: string, day: Day, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const utc = Date.parse(`${day}T00:00:00Z`) + (hours * 60 + minutes) * 60_000
  const offsets = [utc - 86_400_000, utc + 86_400_000].map((at) => offsetAt(zone, at))
  const candidates = offsets.map((offset) => utc - offset)
  const fitting = candidates.filter((at) => at + offsetAt(zone, at) === utc)
  return fitting.length > 0 ? Math.min(...fitting) : Math.max(...candidates)
}

/** Returns how far a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(zone: string, at: number): number {
  const { day, time } = clockIn(zone, at)
  return Date.parse(`${day}T${time}:00Z`) - Math.floor(at / 60_000) * 60_000
}
