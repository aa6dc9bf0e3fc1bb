/** The US states and the provinces of Canada, by postal abbreviation. */
export const stateNames: Record<string, string> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  PR: 'Puerto Rico',
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NS: 'Nova Scotia',
  NT: 'Northwest Territories',
  NU: 'Nunavut',
  ON: 'Ontario',
  PE: 'Prince Edward Island',
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
}

const provinces = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '))

/** Returns the country of a state or province. */
export const countryOf = (state: string): 'US' | 'CA' => (provinces.has(state) ? 'CA' : 'US')

/** The states of Mexico, as load boards and mileage software abbreviate them: none is one of the codes above. */
const mexicanStates = new Set(
  'AG BJ BS CP CH CI CU CL DF DG GJ GR HG JA EM MH MR NA NX OA PU QA QR SL SI SO TA TM TL VL YC ZT MX'.split(' '),
)

/** Whether the code is a state of Mexico. */
export const isMexican = (state: string): boolean => mexicanStates.has(state)

const foldCase = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
const codes = new Map(Object.entries(stateNames).map(([code, name]) => [foldCase(name), code]))

/** Returns the postal abbreviation of a state or province, from it or the full name in any case. */
export function findStateCode(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  return Object.hasOwn(stateNames, code) ? code : codes.get(foldCase(text.trim()))
}
