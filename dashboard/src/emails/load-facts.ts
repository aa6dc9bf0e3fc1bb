import type { Place, PostedLoad } from '@loadping/contract/loads'
import { boardOptions } from '@loadping/contract/reference'
import { printDay } from '@loadping/contract/rules/new-york-days'
import { printMoney } from '@loadping/contract/rules/rate-formula'
import { printInstant } from '../ui/new-york-clock.ts'

const printPlace = ({ city, state, postalCode }: Place): string => [`${city}, ${state}`, postalCode].filter(Boolean).join(' ')
const printNumber = (number: number | undefined, unit: string): string | undefined => number?.toLocaleString('en-US').concat(' ', unit)

/** What a board said about a load, by name; what it left out is not there. */
export const factsOf = (load: PostedLoad): [name: string, value: string][] =>
  namedFacts(load).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))

const namedFacts = (load: PostedLoad): [name: string, value: string | undefined][] => [
  ['Board', boardOptions[load.board].name],
  ['Posting', load.boardLoadId],
  ['Origin', printPlace(load.origin)],
  ['Destination', printPlace(load.dest)],
  [
    'Pickup',
    [load.pickupDay, load.pickupUntilDay]
      .flatMap((day) => day ?? [])
      .map(printDay)
      .join(' – ') || undefined,
  ],
  ['Equipment', load.equipment],
  ['Full or partial', load.extent],
  ['Length', printNumber(load.lengthFeet, 'ft')],
  ['Weight', printNumber(load.weightPounds, 'lb')],
  ['Trip', printNumber(load.tripMiles, 'mi')],
  ['Deadhead', printNumber(load.deadheadMiles, 'mi')],
  ['Posted rate', load.rate && `${printMoney(load.rate.cents)}${load.rate.basis === 'per-mile' ? '/mi' : ''}`],
  ['Company', load.company],
  ['Email', load.contactEmail],
  ['Phone', load.phone],
  ['Reference', load.reference],
  ['MC', load.mc],
  ['USDOT', load.dot],
  ['Commodity', load.commodity],
  ['Comments', load.comments],
  ['Credit score', load.creditScore?.toString()],
  ['Days to pay', load.daysToPay?.toString()],
  ['Posted', load.postedAt && printInstant(new Date(load.postedAt))],
]
