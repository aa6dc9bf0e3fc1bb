/** Cities that people name without their state, each with the state that dispatchers mean. */
const citiesByState: Record<string, string> = {
  AB: 'Calgary, Edmonton, Red Deer',
  AL: 'Birmingham, Mobile, Huntsville, Tuscaloosa',
  AR: 'Little Rock, Fort Smith, Bentonville, West Memphis',
  AZ: 'Phoenix, Tucson, Nogales, Flagstaff, Yuma, Tempe, Chandler',
  BC: 'Surrey, Kelowna, Abbotsford',
  CA:
    'Los Angeles, San Diego, San Francisco, Fresno, Sacramento, Stockton, Fontana, Bakersfield, Long Beach, Oakland, ' +
    'Modesto, Visalia, Riverside, San Bernardino, Compton, Salinas, Lathrop, Otay Mesa, Rancho Cucamonga, Anaheim',
  CO: 'Denver, Colorado Springs, Pueblo, Grand Junction',
  CT: 'Hartford, New Haven, Bridgeport, Stamford',
  FL: 'Miami, Orlando, Tampa, Jacksonville, Lakeland, Ocala, Fort Lauderdale, Tallahassee, Pensacola',
  GA: 'Atlanta, Savannah, Macon, Valdosta, Conyers',
  IA: 'Des Moines, Cedar Rapids, Davenport, Sioux City, Council Bluffs',
  ID: 'Boise, Twin Falls, Pocatello, Nampa',
  IL: 'Chicago, Joliet, Rockford, Bolingbrook, Elgin, Champaign, Naperville, Romeoville',
  IN: 'Indianapolis, Fort Wayne, Gary, Evansville, Elkhart, South Bend, Terre Haute',
  KS: 'Wichita, Topeka, Overland Park, Salina',
  KY: 'Louisville, Lexington, Bowling Green, Paducah',
  LA: 'New Orleans, Baton Rouge, Shreveport, Lake Charles',
  MA: 'Boston, Worcester, Brockton',
  MB: 'Winnipeg',
  MD: 'Baltimore, Hagerstown, Jessup, Frederick',
  MI: 'Detroit, Grand Rapids, Lansing, Romulus, Livonia, Kalamazoo, Flint',
  MN: 'Minneapolis, St. Paul, Saint Paul, Duluth',
  MO: 'St. Louis, Saint Louis, Joplin',
  MT: 'Billings, Missoula, Butte, Bozeman',
  NC: 'Charlotte, Raleigh, Greensboro, Winston-Salem, Fayetteville, Statesville',
  ND: 'Fargo, Bismarck, Minot, Williston',
  NE: 'Omaha, Lincoln, Grand Island',
  NJ: 'Newark, Elizabeth, Edison, Trenton, Secaucus, Carteret, Jersey City',
  NM: 'Albuquerque, Santa Fe, Las Cruces',
  NS: 'Halifax, Dartmouth',
  NV: 'Las Vegas, Reno, Sparks, Elko',
  NY: 'New York, New York City, Buffalo, Syracuse, Brooklyn, Bronx',
  OH: 'Cleveland, Cincinnati, Toledo, Dayton, Akron, Youngstown',
  OK: 'Oklahoma City, Tulsa',
  ON: 'Toronto, Mississauga, Brampton, Ottawa',
  OR: 'Salem, Medford, Eugene',
  PA: 'Philadelphia, Pittsburgh, Allentown, Harrisburg, Scranton, Erie, Carlisle, Hazleton, Bethlehem',
  QC: 'Montreal, Montréal, Quebec City, Laval',
  SC: 'Spartanburg, Myrtle Beach, Summerville',
  SD: 'Sioux Falls, Rapid City',
  SK: 'Regina, Saskatoon',
  TN: 'Memphis, Nashville, Knoxville, Chattanooga',
  TX:
    'Dallas, Houston, Austin, San Antonio, Laredo, El Paso, Fort Worth, Ft. Worth, Amarillo, Lubbock, McAllen, ' +
    'Odessa, Midland, Waco, Pharr, Brownsville, Corpus Christi, Beaumont, Hidalgo, Eagle Pass, Irving',
  UT: 'Salt Lake City, Ogden, Provo, St. George',
  VA: 'Norfolk, Roanoke, Chesapeake, Richmond',
  WA: 'Seattle, Tacoma, Spokane, Yakima, Kent',
  WI: 'Milwaukee, Madison, Green Bay, Kenosha, Wausau, Sheboygan',
  WY: 'Cheyenne, Casper, Laramie, Gillette',
}

/** What dispatchers write for a city: airport codes and short names. */
const codes: Record<string, string> = {
  abq: 'Albuquerque',
  atl: 'Atlanta',
  bhm: 'Birmingham',
  bos: 'Boston',
  buf: 'Buffalo',
  chi: 'Chicago',
  chs: 'Charleston, SC',
  cle: 'Cleveland',
  clt: 'Charlotte',
  cmh: 'Columbus, OH',
  cvg: 'Cincinnati',
  dal: 'Dallas',
  den: 'Denver',
  det: 'Detroit',
  dfw: 'Dallas',
  dtw: 'Detroit',
  elp: 'El Paso',
  hou: 'Houston',
  indy: 'Indianapolis',
  jax: 'Jacksonville',
  kc: 'Kansas City, MO',
  kcmo: 'Kansas City, MO',
  kck: 'Kansas City, KS',
  la: 'Los Angeles',
  lax: 'Los Angeles',
  mem: 'Memphis',
  mia: 'Miami',
  mke: 'Milwaukee',
  mpls: 'Minneapolis',
  msp: 'Minneapolis',
  nash: 'Nashville',
  nola: 'New Orleans',
  nyc: 'New York',
  okc: 'Oklahoma City',
  oma: 'Omaha',
  pdx: 'Portland, OR',
  phi: 'Philadelphia',
  philly: 'Philadelphia',
  phx: 'Phoenix',
  pitt: 'Pittsburgh',
  sac: 'Sacramento',
  sat: 'San Antonio',
  sav: 'Savannah',
  sea: 'Seattle',
  slc: 'Salt Lake City',
  stl: 'St. Louis',
  tol: 'Toledo',
  tpa: 'Tampa',
  vegas: 'Las Vegas',
}

/** Names of several large cities, so that the state must be asked. */
const shared =
  'Springfield, Columbus, Portland, Kansas City, Columbia, Charleston, Jackson, Aurora, Rochester, Wilmington, Peoria, ' +
  'Arlington, Glendale, Bloomington, Lafayette, Burlington, Florence, Greenville, Vancouver, London, Hamilton, Windsor, ' +
  'Augusta, Albany, Ontario, Pasadena, Decatur, Auburn, Athens, Monroe, Gainesville, Concord, Lakewood, Kingston'

type City = { city: string; state?: string }

const fold = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{Mn}.]/gu, '')

const byName = new Map<string, City>([
  ...shared.split(', ').map((city) => [fold(city), { city }] as const),
  ...Object.entries(citiesByState).flatMap(([state, names]) =>
    names.split(', ').map((city) => [fold(city), { city, state }] as const),
  ),
])

/** Returns the city that a name without a state means to a dispatcher: `joliet`, `St Louis`; without it if unclear. */
export const findCity = (name: string): City | undefined => byName.get(fold(name))

/** Returns the city of a short name such as `CHI` or `nola`. */
export function findCityCode(code: string): City | undefined {
  const name = Object.hasOwn(codes, code.toLowerCase()) ? codes[code.toLowerCase()] : undefined
  const [city = code, state] = name?.split(', ') ?? []
  return state ? { city, state } : findCity(city)
}
