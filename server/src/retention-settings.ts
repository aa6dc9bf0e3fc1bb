import { maxAnalyticsDays } from '@loadping/contract/analytics/analytics'
import * as z from 'zod/mini'
import { count, type Setting, whole } from './setting-values.ts'

/** What pages sum up of earlier contacts on a lane and with a broker needs the loads of so many days. */
const leastLoadDays = 90

const daysOrEver = (least: number) =>
  z.string().check(z.refine((text) => text === '0' || (/^[1-9]\d{1,4}$/.test(text) && Number(text) >= least)))

/** How long data is kept. */
export const retentionSettings = {
  EMAIL_TEXT_DAYS: {
    type: count,
    default: '90',
    meaning: 'How long the text of an inquiry is kept after it was sent; all else about it stays.',
    schema: whole,
  },
  LOAD_DAYS: {
    type: `a whole number of ${leastLoadDays} to 99999, or 0`,
    default: '730',
    meaning: 'How long a saved load is kept after it was last changed, emailed or called about; 0: for ever.',
    schema: daysOrEver(leastLoadDays),
  },
  CONTACT_DAYS: {
    type: `a whole number of ${maxAnalyticsDays} to 99999, or 0`,
    default: String(maxAnalyticsDays),
    meaning: 'How long it is kept who emailed or called whom about which load; counts of days stay; 0: for ever.',
    schema: daysOrEver(maxAnalyticsDays),
  },
} satisfies Record<string, Setting>
