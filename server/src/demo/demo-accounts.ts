import type { Role } from '@loadping/contract/team/team'
import type { Updateable } from 'kysely'
import type { Tables } from '../db/tables.ts'

type DemoUser = { email: string; profile: Updateable<Tables['account']> }

/** A demo account with its own sign-in link. */
export type DemoAccount = DemoUser & { id: string; title: string }

/** The demo accounts. Names, numbers and addresses are fictional. */
export const demoAccounts: DemoAccount[] = [
  {
    id: 'carrier-manager',
    title: 'a carrier manager with a team',
    email: 'grace@cottonwood.example',
    profile: {
      name: 'Grace Holloway',
      company: 'Cottonwood Freight',
      phone: '(555) 010-0117',
      mc: '245810',
      dot: '2458103',
      signature: 'Grace Holloway\nCottonwood Freight, (555) 010-0117',
      userType: 'carrier',
      trucksAmount: 24,
      loadboards: ['dat-one', 'truckstop', 'sylectus'],
    },
  },
  {
    id: 'carrier-trial',
    title: 'a carrier on trial',
    email: 'maria@redbud.example',
    profile: {
      name: 'Maria Delgado',
      company: 'Redbud Carriers',
      phone: '(555) 010-0142',
      mc: '123456',
      dot: '1234567',
      signature: 'Maria Delgado\nRedbud Carriers, (555) 010-0142',
      userType: 'carrier',
      trucksAmount: 3,
      loadboards: ['dat-one', 'truckstop'],
    },
  },
  {
    id: 'broker',
    title: 'a broker',
    email: 'owen@quillon.example',
    profile: {
      name: 'Owen Price',
      company: 'Quillon Logistics',
      phone: '(555) 010-0188',
      mc: '871204',
      signature: 'Owen Price\nQuillon Logistics, (555) 010-0188',
      userType: 'broker',
      loadboards: ['dat-one'],
    },
  },
]

const dispatcher = (name: string): Updateable<Tables['account']> => ({
  name,
  company: 'Cottonwood Freight',
  phone: '(555) 010-0117',
  mc: '245810',
  dot: '2458103',
  signature: `${name}\nCottonwood Freight, (555) 010-0117`,
  userType: 'carrier',
  trucksAmount: 24,
})

type Teammate = DemoUser & { role: Role; joinedDaysAgo: number; activeMinutesAgo: number }

/** The team of the demo's carrier manager, with its members and open invitations. */
export const demoTeam = {
  name: 'Cottonwood Freight LLC',
  dotNumber: '2458103',
  seats: 10,
  owner: 'grace@cottonwood.example',
  createdDaysAgo: 120,
  members: [
    {
      email: 'ben@cottonwood.example',
      profile: dispatcher('Ben Ortega'),
      role: 'MANAGER',
      joinedDaysAgo: 118,
      activeMinutesAgo: 35,
    },
    {
      email: 'priya@cottonwood.example',
      profile: dispatcher('Priya Nair'),
      role: 'USER',
      joinedDaysAgo: 90,
      activeMinutesAgo: 4,
    },
    {
      email: 'tom@cottonwood.example',
      profile: dispatcher('Tom Becker'),
      role: 'USER',
      joinedDaysAgo: 41,
      activeMinutesAgo: 190,
    },
    {
      email: 'iris@cottonwood.example',
      profile: dispatcher('Iris Wolf'),
      role: 'USER',
      joinedDaysAgo: 12,
      activeMinutesAgo: 2_900,
    },
  ] satisfies Teammate[],
  invited: [
    { email: 'noor@cottonwood.example', daysAgo: 1 },
    { email: 'piotr@cottonwood.example', daysAgo: 12 },
  ],
}
