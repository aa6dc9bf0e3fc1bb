import type { SuppressedAddress } from '@loadping/contract/emails/emails'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { useToast } from '../ui/toast.ts'
import { useChange } from '../use-change.ts'

const suppressedKey = ['emails', 'suppressed']

/** The addresses that the user's emails may not go to, newest first. */
export function useSuppressedAddresses(): SuppressedAddress[] {
  const api = useApi()
  return useSuspenseQuery({ queryKey: suppressedKey, queryFn: () => api.emails.listSuppressedAddresses() }).data
}

export function useAllowSuppressed() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  return useChange({
    mutationKey: ['emails', 'suppressed', 'allow'],
    meta: { features: [] },
    mutationFn: (address: string) => api.emails.allowSuppressedAddress({ body: { address } }),
    onSuccess: (addresses, address) => {
      queryClient.setQueryData(suppressedKey, addresses)
      showToast(`Your own mailboxes email ${address} again`, 'success')
    },
  })
}
