import type { BoardId } from '@loadping/contract/boards/board-id'
import type { EquipmentClass } from '@loadping/contract/boards/equipment'

type End = { city: string; state: string }
const end = (text: string): End => ({ city: text.slice(0, -4), state: text.slice(-2) })

/** Lanes of the demo with their road miles, mostly from where its trucks are. */
export const demoLanes = [
  ['Kansas City, MO', 'Denver, CO', 606],
  ['Kansas City, MO', 'Dallas, TX', 508],
  ['Kansas City, MO', 'Chicago, IL', 526],
  ['Kansas City, MO', 'Atlanta, GA', 798],
  ['Kansas City, MO', 'Memphis, TN', 453],
  ['Kansas City, MO', 'Minneapolis, MN', 437],
  ['Olathe, KS', 'Memphis, TN', 475],
  ['Olathe, KS', 'Houston, TX', 735],
  ['Olathe, KS', 'Columbus, OH', 680],
  ['Olathe, KS', 'Laredo, TX', 990],
  ['Topeka, KS', 'Indianapolis, IN', 548],
  ['Topeka, KS', 'Salt Lake City, UT', 1015],
  ['Topeka, KS', 'Nashville, TN', 620],
  ['Lawrence, KS', 'Phoenix, AZ', 1240],
  ['Lawrence, KS', 'Louisville, KY', 555],
  ['St. Joseph, MO', 'Green Bay, WI', 590],
  ['St. Joseph, MO', 'Detroit, MI', 755],
  ['St. Joseph, MO', 'Fargo, ND', 556],
  ['Emporia, KS', 'Amarillo, TX', 485],
  ['Emporia, KS', 'San Antonio, TX', 690],
  ['Sedalia, MO', 'Charlotte, NC', 885],
  ['Wichita, KS', 'Little Rock, AR', 440],
  ['Omaha, NE', 'Minneapolis, MN', 380],
  ['Des Moines, IA', 'St. Louis, MO', 350],
  ['Tulsa, OK', 'Amarillo, TX', 365],
  ['Kansas City, MO', 'St. Louis, MO', 248],
].map(([origin, dest, miles]) => ({ origin: end(String(origin)), dest: end(String(dest)), miles: Number(miles) }))

/** Where a truck of the demo is empty near each origin, with the road miles to it. */
export const emptyPlaces: Record<string, [place: string, miles: number][]> = {
  'Kansas City, MO': [
    ['Olathe, KS', 22],
    ['St. Joseph, MO', 55],
    ['Topeka, KS', 64],
    ['Sedalia, MO', 92],
  ],
  'Olathe, KS': [
    ['Kansas City, MO', 22],
    ['Ottawa, KS', 35],
    ['Topeka, KS', 60],
  ],
  'Topeka, KS': [
    ['Lawrence, KS', 27],
    ['Manhattan, KS', 56],
    ['Emporia, KS', 59],
  ],
  'Lawrence, KS': [
    ['Topeka, KS', 27],
    ['Olathe, KS', 30],
    ['Kansas City, MO', 41],
  ],
  'St. Joseph, MO': [
    ['Cameron, MO', 36],
    ['Kansas City, MO', 55],
  ],
  'Emporia, KS': [
    ['Ottawa, KS', 55],
    ['Topeka, KS', 59],
    ['Wichita, KS', 87],
  ],
  'Sedalia, MO': [
    ['Columbia, MO', 65],
    ['Kansas City, MO', 92],
  ],
  'Wichita, KS': [
    ['Newton, KS', 25],
    ['Hutchinson, KS', 52],
    ['Salina, KS', 90],
  ],
  'Omaha, NE': [
    ['Council Bluffs, IA', 5],
    ['Fremont, NE', 38],
    ['Lincoln, NE', 57],
  ],
  'Des Moines, IA': [
    ['Newton, IA', 34],
    ['Ames, IA', 36],
  ],
  'Tulsa, OK': [
    ['Bartlesville, OK', 47],
    ['Muskogee, OK', 49],
    ['Joplin, MO', 112],
  ],
}

/** Invented brokers. */
export const demoBrokers = [
  ['Quillon Logistics', 'loads@quillon.example', '871204', '(555) 010-0188'],
  ['Pinder Hollow Logistics', 'dispatch@pinderhollow.example', '902311', '(555) 010-0151'],
  ['Vesper Lane Logistics', 'truckload@vesperlane.example', '768120', '(555) 010-0164'],
  ['Ironleaf Steel Logistics', 'flatbed@ironleaf.example', '655902', '(555) 010-0172'],
  ['Marrow Creek Brokerage', 'carriers@marrowcreek.example', '811477', '(555) 010-0109'],
  ['Tallow & Finch Freight', 'book@tallowfinch.example', '940286', '(555) 010-0133'],
  ['Northgate Produce Transport', 'reefer@northgate.example', '720513', '(555) 010-0126'],
  ['Copperline Carriers Group', 'desk@copperline.example', '883054', '(555) 010-0147'],
  ['Hollis & Wren 3PL', 'capacity@holliswren.example', '697740', '(555) 010-0195'],
  ['Saltbridge Freight Partners', 'loads@saltbridge.example', '958631', '(555) 010-0118'],
  ['Ember Prairie Logistics', 'trucks@emberprairie.example', '834219', '(555) 010-0137'],
  ['Grayling Transport Services', 'van@grayling.example', '745906', '(555) 010-0159'],
  ['Larkfield Supply Chain', 'freight@larkfield.example', '916378', '(555) 010-0182'],
  ['Oxbow River Brokers', 'ops@oxbowriver.example', '789465', '(555) 010-0104'],
].map(([company = '', contactEmail = '', mc = '', phone = '']) => ({ company, contactEmail, mc, phone }))

/** Invented carriers, to whom a broker writes. */
export const demoCarriers = [
  ['Cottonwood Freight', 'dispatch@cottonwood.example', '245810', '(555) 010-0117'],
  ['Redbud Hauling', 'loads@redbud.example', '318826', '(555) 010-0162'],
  ['Blue Heron Trucking', 'dispatch@blueheron.example', '402917', '(555) 010-0175'],
  ['Flint Ridge Transport', 'trucks@flintridge.example', '561038', '(555) 010-0183'],
  ['Sumac Lines', 'office@sumaclines.example', '377254', '(555) 010-0121'],
  ['Two Creeks Carriers', 'dispatch@twocreeks.example', '690143', '(555) 010-0139'],
].map(([company = '', contactEmail = '', mc = '', phone = '']) => ({ company, contactEmail, mc, phone }))

type Trailer = {
  code: string
  equipment: EquipmentClass
  share: number
  centsPerMile: number
  lengthFeet: number
  /** In thousands of pounds. */
  weight: [min: number, max: number]
  commodities: string[]
}

/** Trailers of the demo, by how often they are asked for. */
export const demoTrailers: Trailer[] = [
  {
    code: 'V',
    equipment: 'van',
    share: 56,
    centsPerMile: 212,
    lengthFeet: 53,
    weight: [12, 44],
    commodities: ['Paper', 'Packaging', 'Furniture', 'Canned goods', 'Auto parts', 'General freight'],
  },
  {
    code: 'R',
    equipment: 'reefer',
    share: 22,
    centsPerMile: 251,
    lengthFeet: 53,
    weight: [24, 43],
    commodities: ['Produce', 'Frozen foods', 'Dairy', 'Beverages'],
  },
  {
    code: 'F',
    equipment: 'flatbed',
    share: 16,
    centsPerMile: 268,
    lengthFeet: 48,
    weight: [30, 47],
    commodities: ['Steel coils', 'Lumber', 'Roofing', 'Rebar'],
  },
  {
    code: 'SD',
    equipment: 'step-deck',
    share: 6,
    centsPerMile: 284,
    lengthFeet: 48,
    weight: [28, 46],
    commodities: ['Machinery', 'HVAC units', 'Generators'],
  },
]

/** Boards of the demo; without one, a load came by email. */
export const demoBoards: { board: BoardId | undefined; share: number }[] = [
  { board: 'dat-one', share: 62 },
  { board: 'truckstop', share: 27 },
  { board: undefined, share: 11 },
]

export const demoNotes = [
  'Pickup number comes with the rate con. Check in at gate 3.',
  'Broker says flexible on delivery, can roll to the next morning.',
  'Drop and hook at the shipper, live unload.',
  'Two hours free, then $50 an hour detention. Ask for it in the rate con.',
  'Talked to Dana. Wants the MC packet first.',
  'Facility is slow on Fridays, plan three hours.',
  'Driver knows this receiver, overnight parking is fine.',
  'They will pay a TONU of $150 if it cancels after noon.',
  'Needs food-grade trailer and washout receipt.',
  'Tarps required, 4 ft drop.',
]
