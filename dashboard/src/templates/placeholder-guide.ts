import type { UserType } from '@loadping/contract/account/user-type'
import { type Placeholder, placeholderTitles } from '@loadping/contract/templates/placeholder-titles'

type PlaceholderGroup = 'Load' | 'Truck' | 'Numbers' | 'Contact' | 'You' | 'Posted load'

type Explained = { group: PlaceholderGroup; meaning: string; example: string }

/** What each placeholder prints, for the insert palette. The examples are values of one made-up load. */
export const placeholderGuide: Record<Placeholder, Explained> = {
  origin: { group: 'Load', meaning: 'Where the load picks up', example: 'Joliet, IL' },
  dest: { group: 'Load', meaning: 'Where the load delivers', example: 'Dallas, TX' },
  avail: { group: 'Load', meaning: 'The first pickup day', example: 'Sat 11/21' },
  ref: { group: 'Load', meaning: "The broker's reference for the load", example: 'Q48213' },
  load: { group: 'Load', meaning: 'Whether the load fills the truck', example: 'Full' },
  temp: {
    group: 'Load',
    meaning: 'The temperature of a reefer load; nothing where none is known',
    example: '-10 °F continuous',
  },
  truck: {
    group: 'Truck',
    meaning: 'The equipment of your truck, or of the posting if you keep no trucks',
    example: 'Van',
  },
  truckLocation: { group: 'Truck', meaning: 'Where your truck is', example: 'Elgin, IL' },
  do: { group: 'Truck', meaning: 'The empty miles from your truck to the pickup', example: '45' },
  length: { group: 'Truck', meaning: 'How much trailer length the load takes', example: '53 ft' },
  weight: { group: 'Truck', meaning: 'What the load weighs', example: '44,000 lb' },
  rate: { group: 'Numbers', meaning: 'The posted rate, or your ask with a formula', example: '$2,315' },
  trip: { group: 'Numbers', meaning: 'The loaded miles', example: '926' },
  tripDO: { group: 'Numbers', meaning: 'The loaded miles plus deadhead', example: '971' },
  company: { group: 'Contact', meaning: 'The company that posted the load', example: 'Quillon Logistics' },
  email: { group: 'Contact', meaning: 'The email address on the posting', example: 'loads@quillon.example' },
  mc: { group: 'You', meaning: 'Your MC number, digits only', example: '123456' },
  dot: { group: 'You', meaning: 'Your USDOT number', example: '1234567' },
  phone: { group: 'You', meaning: 'Your phone number', example: '(555) 010-0199' },
  myCompany: { group: 'You', meaning: 'Your company', example: 'Redbud Carriers' },
  signature: { group: 'You', meaning: 'Your signature, with its lines', example: 'Maria Delgado\nRedbud Carriers' },
  postedLoadTruckType: { group: 'Posted load', meaning: 'The equipment you posted', example: 'Van' },
  postedLoadTruckLoad: { group: 'Posted load', meaning: 'Whether you posted it as full or partial', example: 'Full' },
  postedLoadOriginDestination: {
    group: 'Posted load',
    meaning: 'The lane you posted',
    example: 'Joliet, IL to Dallas, TX',
  },
  postedLoadOrigin: { group: 'Posted load', meaning: 'The pickup you posted', example: 'Joliet, IL' },
  postedLoadDestination: { group: 'Posted load', meaning: 'The delivery you posted', example: 'Dallas, TX' },
  postedLoadAvailabilityDate: { group: 'Posted load', meaning: 'The pickup day you posted', example: 'Sat 11/21' },
}

/** Lists the placeholders of a business type in display order: brokers also get those of their posted load. */
export const placeholdersFor = (userType: UserType): Placeholder[] =>
  Object.keys(placeholderGuide)
    .filter(isPlaceholder)
    .filter((name) => userType === 'broker' || placeholderGuide[name].group !== 'Posted load')

/** Finds placeholders by their name, title or meaning; without a search, all of the business type. */
export function searchPlaceholders(search: string, userType: UserType): Placeholder[] {
  const wanted = search.trim().toLowerCase()
  const found = placeholdersFor(userType).filter((name) =>
    [name, placeholderTitles[name], placeholderGuide[name].meaning].some((text) => text.toLowerCase().includes(wanted)),
  )
  const isNamed = (name: string) => Number(name.toLowerCase().startsWith(wanted))
  return found.toSorted((one, other) => isNamed(other) - isNamed(one))
}

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholderGuide, name)
