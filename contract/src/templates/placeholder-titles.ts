/** The editor's title of every placeholder. */
export const placeholderTitles = {
  company: 'Company',
  do: 'Deadhead',
  dest: 'Destination',
  email: 'Email',
  origin: 'Origin',
  avail: 'Pickup Date',
  rate: 'Rate',
  ref: 'Reference Number',
  trip: 'Trip Miles',
  truck: 'Equipment',
  weight: 'Weight',
  length: 'Length',
  tripDO: 'Total Miles (Trip + Deadhead)',
  load: 'Full/Partial',
  temp: 'Temperature',
  truckLocation: 'Truck Location',
  mc: 'My MC Number',
  dot: 'My USDOT Number',
  signature: 'My Signature',
  phone: 'My Phone',
  myCompany: 'My Company',
  postedLoadTruckType: 'Posted Equipment',
  postedLoadTruckLoad: 'Posted Full or Partial',
  postedLoadOriginDestination: 'Posted Lane',
  postedLoadOrigin: 'Posted Origin',
  postedLoadDestination: 'Posted Destination',
  postedLoadAvailabilityDate: 'Posted Pickup Date',
} as const
export type Placeholder = keyof typeof placeholderTitles

/** Placeholders that print nothing where nothing is known; without the others an email is not sent. */
export const mayBeEmpty = (name: PlaceholderName): boolean => name === 'temp'

export type SnippetPlaceholder = `snippet:${string}`
/** The name of any placeholder: of a value or of a snippet. */
export type PlaceholderName = Placeholder | SnippetPlaceholder

export const snippetNamePattern = /^[a-z\d][a-z\d-]{0,29}$/

export const isSnippet = (name: string): name is SnippetPlaceholder => name.startsWith('snippet:')

export const placeholderTitle = (name: PlaceholderName): string =>
  isSnippet(name) ? name.replace('snippet:', 'Snippet ') : placeholderTitles[name]

/** Returns the placeholder of a snippet. */
export const snippetPlaceholder = (name: string): SnippetPlaceholder => `snippet:${name}`
