/** What is read from a text on Friday, 2026-11-20: each field as text. */
export type ReadFields = Partial<
  Record<
    | 'origin'
    | 'dest'
    | 'pickup'
    | 'delivery'
    | 'emptyIn'
    | 'emptyOn'
    | 'equipment'
    | 'rate'
    | 'weightPounds'
    | 'lengthFeet'
    | 'tripMiles'
    | 'deadheadMiles'
    | 'totalMiles'
    | 'fullPartial'
    | 'mc'
    | 'dot'
    | 'phone'
    | 'email'
    | 'reference',
    string
  >
>

export const readingDay = '2026-11-20'

const parade = 'Parade, Best practices to send capacity: help.parade.ai/en/articles/11010005'
const freightConnect = 'FreightConnect, Email-to-load parser: freightconnect.ai/docs/core-features/email-to-load'
const truckSmarter =
  'TruckSmarter, Send loads via email: docs.trucksmarter.com/reference/send-loads-via-email-csv-excel'
const keelway = 'Keelway, Twelve formats: keelway.com/blog/why-carrier-quote-emails-arrive-in-twelve-formats'

/** Formats that the makers of brokers' software name as readable, or ask carriers to avoid: read as nothing. */
export const documentedFormats: [source: string, text: string, fields: ReadFields][] = [
  [parade, 'Empty in Los Angeles, CA', { emptyIn: 'Los Angeles, CA' }],
  [parade, 'Empty: Chicago, IL', { emptyIn: 'Chicago, IL' }],
  [parade, 'Destination: New York, NY', { dest: 'New York, NY' }],
  [parade, 'Destination: Marion, IN', { dest: 'Marion, IN' }],
  [parade, 'Towards Marion, IN', {}],
  [parade, 'Empty in Chicago "The windy city", IL', {}],
  [parade, 'Destinations: CAAZNV', {}],
  [parade, "53' Dry Van", { lengthFeet: '53', equipment: 'Van' }],
  [parade, "48' Flatbed", { lengthFeet: '48', equipment: 'Flatbed' }],
  [parade, 'dry_van', {}],
  [parade, 'Empty 8/12 8am', { emptyOn: '2027-08-12 08:00' }],
  [parade, 'Empty Friday August 12th', {}],
  [parade, 'Empty August twelfth', {}],
  [freightConnect, '25,000 lbs', { weightPounds: '25000' }],
  [
    freightConnect,
    'Ship from Los Angeles, CA 90001 to New York, NY 10001',
    { origin: 'Los Angeles, CA 90001', dest: 'New York, NY 10001' },
  ],
  [freightConnect, "Equipment: 53' dry van", { lengthFeet: '53', equipment: 'Van' }],
  [freightConnect, 'Equipment: reefer', { equipment: 'Reefer' }],
  [freightConnect, 'Equipment: flatbed', { equipment: 'Flatbed' }],
  [freightConnect, 'pickup Monday, delivery Friday', { pickup: '2026-11-23', delivery: '2026-11-27' }],
  [freightConnect, 'must deliver by 3/15', { delivery: '2027-03-15' }],
  [freightConnect, 'Origin: Los Angeles', {}],
  [truckSmarter, 'Pickup: 2026-11-22 8:15', { pickup: '2026-11-22 08:15' }],
  [truckSmarter, 'Pickup: 2026-11-25 16:00', { pickup: '2026-11-25 16:00' }],
  [truckSmarter, 'Phone: (555) 010-0199', { phone: '(555) 010-0199' }],
  [
    keelway,
    'Hi, we can run this for $2,950 all in, pickup tomorrow 8am, our MC is 123456, let me know',
    { rate: '$2,950 all-in', pickup: '2026-11-21 08:00', mc: '123456' },
  ],
  [keelway, 'Rate: 2950', { rate: '$2,950' }],
  [keelway, 'Rate: $2,950.00', { rate: '$2,950' }],
  // Shorthand that only a person expands.
  [keelway, 'We can do 2.4k all in', {}],
]

/** Whole texts, invented, in the shapes that inquiries, broker emails and chat messages have. */
export const loadTexts: [text: string, fields: ReadFields][] = [
  [
    `Joliet, IL to Dallas, TX - Sat 11/21 - Van - Ref# Q48213
Hi Quillon Logistics,
We can cover Joliet, IL to Dallas, TX on Sat 11/21, ref# Q48213 with a Van, empty in Elgin, IL.
Rate: $2,500 all in for 926 miles.
MC 123456
Can we book it?`,
    {
      origin: 'Joliet, IL',
      dest: 'Dallas, TX',
      pickup: '2026-11-21',
      equipment: 'Van',
      reference: 'Q48213',
      emptyIn: 'Elgin, IL',
      rate: '$2,500 all-in',
      tripMiles: '926',
      mc: '123456',
    },
  ],
  [
    `Origin: Salt Lake City, UT
Destination: St. Louis, MO
Pickup: 11/23 8am
Delivery: 11/25 14:00
Equipment: Reefer
Weight: 42,500 lb
Length: 53 ft
Rate: $3,850 all-in
Miles: 1,327
Deadhead: 45
MC: 123456
USDOT: 1234567
Phone: 555-010-0199
Email: ops@redbud.example
Ref: 77-1203`,
    {
      origin: 'Salt Lake City, UT',
      dest: 'St. Louis, MO',
      pickup: '2026-11-23 08:00',
      delivery: '2026-11-25 14:00',
      equipment: 'Reefer',
      weightPounds: '42500',
      lengthFeet: '53',
      rate: '$3,850 all-in',
      tripMiles: '1327',
      deadheadMiles: '45',
      mc: '123456',
      dot: '1234567',
      phone: '555-010-0199',
      email: 'ops@redbud.example',
      reference: '77-1203',
    },
  ],
  [
    "Truck is empty in Coeur d'Alene, ID today at 2 PM, 45 miles from the pickup.",
    { emptyIn: "Coeur d'Alene, ID", emptyOn: '2026-11-20 14:00', deadheadMiles: '45' },
  ],
  ['Winston-Salem, NC -> Fond du Lac, WI', { origin: 'Winston-Salem, NC', dest: 'Fond du Lac, WI' }],
  [
    'Ft. Worth, TX → Laredo, TX · 12/1 · Flatbed',
    { origin: 'Ft. Worth, TX', dest: 'Laredo, TX', pickup: '2026-12-01', equipment: 'Flatbed' },
  ],
  ["O'Fallon, MO - Truth or Consequences, NM", { origin: "O'Fallon, MO", dest: 'Truth or Consequences, NM' }],
  ['Los Angeles CA to Phoenix AZ', { origin: 'Los Angeles, CA', dest: 'Phoenix, AZ' }],
  [
    'JOLIET, IL TO DALLAS, TX VAN 44,000 LBS',
    { origin: 'JOLIET, IL', dest: 'DALLAS, TX', equipment: 'Van', weightPounds: '44000' },
  ],
  ['Toronto, ON to Montréal, QC', { origin: 'Toronto, ON', dest: 'Montréal, QC' }],
  ['Asking $2.65/mi', { rate: '$2.65/mi' }],
  ['$2.65 per mile on 926 mi', { rate: '$2.65/mi', tripMiles: '926' }],
  ['We ask $2,450.50.', { rate: '$2,450.50' }],
  ['2450 all in', { rate: '$2,450 all-in' }],
  ['2500 OBO', { rate: '$2,500' }],
  ['Can cover for 2700.', { rate: '$2,700' }],
  ['We need 2 days and 926 miles for 44,000 lb', { tripMiles: '926', weightPounds: '44000' }],
  ['Location: Chicago, IL', { emptyIn: 'Chicago, IL' }],
  ['USD 2450', { rate: '$2,450' }],
  ['Posted $2,315, we ask $2,500.', { rate: '$2,500' }],
  ['Detention is $75 an hour, rate $2,450', { rate: '$2,450' }],
  ['We carry $1,000,000 of insurance and $100,000 of cargo insurance.', {}],
  ['TONU $250, layover $300 a day', {}],
  ['Call 555.010.0142 or +1 (555) 010-0199', { phone: '555.010.0142' }],
  ['MC-123456 / USDOT 1234567', { mc: '123456', dot: '1234567' }],
  ['MC#123456', { mc: '123456' }],
  ['McDonald 2020, MC 123', {}],
  ['Load # 8841-A, order no. 55', { reference: '8841-A' }],
  ['Reference number is AB/123.', { reference: 'AB/123' }],
  ['Ref# TBD', {}],
  ['Van OR Reefer', { equipment: 'Van or reefer' }],
  ['Mt. Vernon, IL to The Woodlands, TX', { origin: 'Mt. Vernon, IL', dest: 'The Woodlands, TX' }],
  ['926 miles from Joliet, IL', { tripMiles: '926', origin: 'Joliet, IL' }],
  ['Equipment: V', { equipment: 'Van' }],
  ['Equipment: SDF', {}],
  ['Step deck or RGN', { equipment: 'Step deck or RGN' }],
  ['Flatbed, van or reefer', { equipment: 'Flatbed, van or reefer' }],
  ['Power only, load-out', { equipment: 'Power only, load-out' }],
  ['Equipment: Container', { equipment: 'Container' }],
  ['No hazmat, container number to follow', {}],
  ['Empty in Dry Ridge, KY', { emptyIn: 'Dry Ridge, KY' }],
  ['Origin: Miles, TX', { origin: 'Miles, TX' }],
  ['Call 555 010 0199', { phone: '555 010 0199' }],
  ['Phone: 5550100199', { phone: '5550100199' }],
  ['Order 5550100199', {}],
  ['PICKUP IN MARION OR NEARBY', {}],
  ['Maria or Dana tx, Jim in or out', {}],
  ['Empty towards Marion, IN', {}],
  ['Empty near Chicago, IL', {}],
  ['Truck empty in Elgin, IL to Dallas, TX', { emptyIn: 'Elgin, IL', dest: 'Dallas, TX' }],
  ['Empty Mon. in Elgin, IL', { emptyIn: 'Elgin, IL', emptyOn: '2026-11-23' }],
  ['From Joliet, IL. Origin: Elgin, IL. Origin: Aurora, IL', { origin: 'Elgin, IL' }],
  ['Full load', { fullPartial: 'full' }],
  ['Load: Partial', { fullPartial: 'partial' }],
  ['Equipment: Van, Full or Partial.', { equipment: 'Van', fullPartial: 'both' }],
  ['Full details are in the file.', {}],
  ['971 total miles, 926 loaded miles, 45 deadhead', { totalMiles: '971', tripMiles: '926', deadheadMiles: '45' }],
  [
    'pickup 11/21/26 at 8:00 am, delivers 11/23/2026 by noon',
    { pickup: '2026-11-21 08:00', delivery: '2026-11-23 12:00' },
  ],
  ['Open 24/7, call ME', {}],
  ['Call Maria @ Redbud or write maria.d+loads@mail.redbud.example.', { email: 'maria.d+loads@mail.redbud.example' }],
  ['Is it still available?', {}],
  ['', {}],
]

/** Pieces that are repeated to a megabyte. */
export const hostilePieces = [
  'a',
  '1',
  ' ',
  '@',
  'a@',
  '$',
  '$1',
  '1,1',
  'MC ',
  'MC:#',
  'Ref# ',
  'A ',
  'New York, ',
  'NY, ',
  'to ',
  'Joliet, IL to ',
  '1/1',
  '11/21 ',
  '8:',
  '555-',
  '(555) ',
  'Step deck or ',
  'Full or ',
  'rate ',
  '\n',
  '📦',
  'é',
  "'",
  '.',
]

/** Real cities whose names are hard to tell from other text. */
export const hardCities = (
  "Winston-Salem, NC|Coeur d'Alene, ID|Truth or Consequences, NM|St. Louis, MO|Ste. Genevieve, MO|" +
  "O'Fallon, IL|Lake in the Hills, IL|King of Prussia, PA|Van Nuys, CA|Del Rio, TX|La Crosse, WI|" +
  'Fond du Lac, WI|Prairie du Chien, WI|Isle of Palms, SC|Mt. Pleasant, MI|Ft. Lauderdale, FL|' +
  "Montréal, QC|Trois-Rivières, QC|St. John's, NL|Sault Ste. Marie, ON|Black Canyon City, AZ|" +
  'City of Industry, CA|Box Elder, SD|The Dalles, OR|Day, NY|Miles, TX|Dry Ridge, KY|Van, TX|' +
  "Bird in Hand, PA|Land O' Lakes, FL|DeKalb, IL|McAllen, TX|La Porte, IN|Washington, DC|" +
  'North Little Rock, AR|Rancho Santa Margarita, CA|SAINT PAUL, MN|Ho-Ho-Kus, NJ|Wilkes-Barre, PA|' +
  'Sainte-Anne-de-Bellevue, QC|Niagara-on-the-Lake, ON|Port St. Lucie, FL|Village of Four Seasons, MO|' +
  'E. Saint Louis, IL'
).split('|')
