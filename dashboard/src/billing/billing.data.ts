import type { Billing, ChangeResult, PlanChange, Purchase } from '@loadping/contract/billing/billing'
import { maxSeats, minSeats } from '@loadping/contract/billing/plans'
import { isStripePage } from '@loadping/contract/billing/stripe-pages'
import { devPaths } from '@loadping/contract/extension/extension-bridge'
import { countOf } from '@loadping/contract/format/counts'
import { Problem } from '@loadping/contract/wire/problem'
import { keepPreviousData, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { useApi } from '../api.ts'
import { errorMessage } from '../error-message.ts'
import { paths } from '../paths.ts'
import type { Touched } from '../query-client.ts'
import { useToast } from '../ui/toast.ts'
import { useChange } from '../use-change.ts'
import { billingKey } from './billing-key.data.ts'
import { describeTrial, isWithoutPlan } from './plan-cards.ts'

const meta: Touched = { features: ['billing', 'account', 'home'] }

function useBillingQuery() {
  const api = useApi()
  return queryOptions({
    queryKey: billingKey,
    queryFn: async () => (await api.billing.getBilling()).content,
    refetchOnWindowFocus: 'always', // people pay in another tab
  })
}

/** How the plan is paid, as last read from Stripe. */
export const useBilling = () => useSuspenseQuery(useBillingQuery()).data

/** The same without a request of its own; undefined until Billing or the Dashboard is loaded. */
export const useLoadedBilling = (): Billing | undefined => useQuery({ ...useBillingQuery(), enabled: false }).data

/** Whether the user may buy Pro: nothing is granted, and no subscription goes on. False while that loads. */
export function useMayBuy(): boolean {
  const billing = useLoadedBilling()
  return useMe().data.organizationId === null && isWithoutPlan(billing)
}

/** Whether a plan that the user pays for does not count, because Stripe did not answer for too long. */
export function useIsOnHold(): boolean {
  const { billingPlan } = useMe().data
  const billing = useLoadedBilling()
  if (!billing?.mayPay || billing.plan === null || billing.failingSince === null) return false
  return billingPlan === 'FREE' || billingPlan === 'TRIAL'
}

/** What to say of the user's trial. */
export const useTrial = (now: Date) => describeTrial(useMe().data, now)

/** The newest invoices, asked from Stripe. */
export function useInvoices() {
  const api = useApi()
  return useSuspenseQuery({ queryKey: ['billing', 'invoices'], queryFn: () => api.billing.listInvoices() }).data
}

/** Leaves for a page of Stripe's or of the simulator; refuses any other address. */
function leaveFor(url: string, isSimulated: boolean): void {
  const simulator = isSimulated ? `${window.location.origin}${devPaths.dev}stripe/` : undefined
  if (!isStripePage(url, simulator))
    throw new Problem('unexpected', 'That address is not a payment page. Try again later.')
  window.location.assign(url)
}

/** Goes to the checkout of a purchase. */
export function useUpgrade() {
  const api = useApi()
  const { payments } = useBilling()
  return useChange({
    mutationKey: ['billing', 'upgrade'],
    meta: { features: [] },
    mutationFn: async (query: Purchase) => {
      const { url } = await api.billing.upgrade({ query })
      leaveFor(url, payments === 'simulator')
    },
  })
}

/** Goes to Stripe's portal, where card, invoices and cancellation are; with `own`, to the user's, not the team's. */
export function useOpenPortal(of?: 'own') {
  const api = useApi()
  const { payments } = useBilling()
  return useChange({
    mutationKey: ['billing', 'portal'],
    meta: { features: [] },
    mutationFn: async () => {
      const { url } = await api.billing.openPortal({ query: of === undefined ? {} : { of } })
      leaveFor(url, payments === 'simulator')
    },
  })
}

/** Asks Stripe what is paid for. */
export function useCheckBilling(onSuccess?: () => void) {
  const api = useApi()
  return useChange({
    mutationKey: ['billing', 'check'],
    meta,
    mutationFn: () => api.billing.checkBilling(),
    ...(onSuccess && { onSuccess }),
  })
}

/** Asks Stripe once for who comes back from its pages, then loads Billing anew. Returns whether it asks. */
export function useReturnFromStripe(): boolean {
  const isBack = new URLSearchParams(useLocation().search).get('from') === 'stripe'
  const { mutate, isPending } = useCheckBilling(() => window.location.replace(paths.pricing))
  const check = useEffectEvent(() => {
    if (isBack) mutate()
  })
  useEffect(() => check(), [])
  return isPending
}

/** An amount is charged as it was shown for an hour, so what is shown is never as old. */
const shown = { gcTime: 0, staleTime: 0, refetchInterval: 600_000 }

/** What another number of seats costs; the last answer stays while the next one loads. */
export function useSeatPreview(seats: number) {
  const api = useApi()
  const isPossible = Number.isInteger(seats) && seats >= minSeats && seats <= maxSeats
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['billing', 'seats', seats],
    queryFn: () => api.team.previewSeats({ query: { seats: String(seats) } }),
    enabled: isPossible,
    placeholderData: keepPreviousData,
    ...shown,
  })
  return { preview: data, isCurrent: data !== undefined && !isPlaceholderData, error: error && errorMessage(error) }
}

/** What another plan or interval costs. */
export function usePlanPreview(purchase: Purchase) {
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['billing', 'plan', purchase],
    queryFn: () => api.billing.previewPlan({ query: purchase }),
    ...shown,
  })
  return { preview: data, error: error && errorMessage(error) }
}

type ChangeTexts = Record<ChangeResult['outcome'], string>

/** Says what became of a change; where the payment is declined, offers the open invoice. */
function useTellResult() {
  const showToast = useToast()
  const { payments } = useBilling()
  return ({ outcome, invoiceUrl }: ChangeResult, texts: ChangeTexts) => {
    if (outcome !== 'unpaid') return showToast(texts[outcome], 'success')
    const pay =
      invoiceUrl === null ? undefined : { label: 'Pay', onPress: () => leaveFor(invoiceUrl, payments === 'simulator') }
    return showToast(texts.unpaid, 'error', pay)
  }
}

/** Changes the seats, at the price that was shown. */
export function useChangeSeats(onDone: () => void) {
  const api = useApi()
  const tell = useTellResult()
  return useChange({
    mutationKey: ['billing', 'change-seats'],
    meta: { features: ['billing', 'team', 'account'] },
    mutationFn: (body: { seats: number; pricedAt: string }) => api.team.changeSeats({ body }),
    onSuccess(result, { seats }) {
      onDone()
      tell(result, {
        done: `Your team has ${countOf(seats, 'seat')} now`,
        'at-renewal': `Your team has ${countOf(seats, 'seat')} from the next renewal on`,
        unpaid: 'The payment was declined. The seats open when the invoice is paid.',
      })
    },
  })
}

/** Changes the plan or its interval, at the price that was shown. */
export function useChangePlan(onDone: () => void) {
  const api = useApi()
  const tell = useTellResult()
  return useChange({
    mutationKey: ['billing', 'change-plan'],
    meta,
    mutationFn: (body: PlanChange) => api.billing.changePlan({ body }),
    onSuccess(result, { interval }) {
      onDone()
      tell(result, {
        done: `You pay by the ${interval}`,
        'at-renewal': `You pay by the ${interval} from the next renewal on`,
        unpaid: 'The payment was declined. The change is made when the invoice is paid.',
      })
    },
  })
}
