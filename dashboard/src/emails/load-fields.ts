import type { Place, PostedLoad } from '@loadping/contract/loads'
import { boardOptions } from '@loadping/contract/reference'
import { formatDay } from '@loadping/contract/rules/new-york-days'
import { formatMoney } from '@loadping/contract/rules/rate-formula'
import { formatInstant } from '../ui/format-date.ts'

const formatPlace = ({ city, state, postalCode }: Place): string =>
  [`${city}, ${state}`, postalCode].filter(Boolean).join(' ')
const formatNumber = (number: number | undefined, unit: string): string | undefined =>
  number?.toLocaleString('en-US').concat(' ', unit)

/** What a board said about a load, by name; what it left out is not there. */
export const loadFields = (load: PostedLoad): [name: string, value: string][] =>
  namedFacts(load).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))

const namedFacts = (load: PostedLoad): [name: string, value: string | undefined][] => [
  ['Board', boardOptions[load.board].name],
  ['Posting', load.boardLoadId],
  ['Origin', formatPlace(load.origin)],
  ['Destination', formatPlace(load.dest)],
  [
    'Pickup',
    [load.pickupDay, load.pickupUntilDay]
      .flatMap((day) => day ?? [])
      .map(formatDay)
      .join(' – ') || undefined,
  ],
  ['Equipment', load.equipment],
  ['Full or partial', load.fullPartial],
  ['Length', formatNumber(load.lengthFeet, 'ft')],
  ['Weight', formatNumber(load.weightPounds, 'lb')],
  ['Trip', formatNumber(load.tripMiles, 'mi')],
  ['Deadhead', formatNumber(load.deadheadMiles, 'mi')],
  ['Posted rate', load.rate && `${formatMoney(load.rate.cents)}${load.rate.basis === 'per-mile' ? '/mi' : ''}`],
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
  ['Posted', load.postedAt && formatInstant(new Date(load.postedAt))],
]
