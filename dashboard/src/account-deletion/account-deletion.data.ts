import { formatFullDate } from '@loadping/contract/format/instants'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useClearSession } from '../account/account.data.ts'
import { useApi } from '../api.ts'
import { useToast } from '../ui/toast.ts'
import { shownByForm, useChange } from '../use-change.ts'

/** Loads what the deletion of the account would delete, end and keep; anew each time it is asked for. */
export function useDeletionPreview() {
  const api = useApi()
  return useQuery({
    queryKey: ['account-deletion'],
    queryFn: () => api.accountDeletion.previewDeletion(),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Deletes the account, signs out in all tabs, and says until when the account can be kept. */
export function useDeleteAccount() {
  const api = useApi()
  const clearSession = useClearSession()
  const showToast = useToast()
  return useChange({
    mutationKey: ['account-deletion', 'delete'],
    meta: { features: [] },
    mutationFn: (confirmation: string) => api.accountDeletion.deleteAccount({ body: { confirmation } }),
    onSuccess({ deletesAt }) {
      void clearSession()
      const day = formatFullDate(new Date(deletesAt))
      showToast(`Your account will be deleted on ${day}. Sign in before then to keep it.`, 'success')
    },
    onError: shownByForm,
  })
}

/** Takes a deletion back with the token that a refused sign-in brought. */
export function useKeepAccount() {
  const api = useApi()
  return useMutation({ mutationFn: (token: string) => api.accountDeletion.keepAccount({ body: { token } }) })
}
