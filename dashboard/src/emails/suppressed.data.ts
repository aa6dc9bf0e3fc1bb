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

export function useRemoveSuppressed() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  return useChange({
    mutationKey: ['emails', 'suppressed', 'remove'],
    meta: { features: [] },
    mutationFn: (address: string) => api.emails.removeSuppressedAddress({ body: { address } }),
    onSuccess: (addresses, address) => {
      queryClient.setQueryData(suppressedKey, addresses)
      showToast(`Emails to ${address} are allowed again`, 'success')
    },
  })
}
