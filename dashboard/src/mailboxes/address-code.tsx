import { addressCodeMinutes } from '@loadping/contract/mailboxes/mailboxes'
import { useRef } from 'react'
import { AddressText } from '../ui/address-text.tsx'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/form/code-field.tsx'
import { ResendButton } from '../ui/resend-button.tsx'

type AddressCodeProps = {
  sentTo: string
  isResent: boolean
  code: string
  onCode: (code: string) => void
  isPending: boolean
  /** Gets what the form contains, without a code. */
  onResend: (data: FormData) => void
  onChangeAddress: () => void
}

/** The part of a form that asks for the code emailed to the address to send as. */
export function AddressCode({ sentTo, isResent, isPending, onResend, onChangeAddress, ...field }: AddressCodeProps) {
  const element = useRef<HTMLDivElement>(null)

  function resend() {
    const data = new FormData(element.current?.closest('form') ?? undefined)
    data.delete('code')
    onResend(data)
  }

  return (
    <div ref={element} className="mt-4 rounded-md border border-default bg-sunken p-4">
      <p role="status" className="mb-3 text-table">
        {isResent ? 'We emailed a new code to ' : 'To check that it is yours, we emailed a code to '}
        <strong className="font-semibold wrap-anywhere">
          <AddressText>{sentTo}</AddressText>
        </strong>
        . It expires in {addressCodeMinutes} minutes. Don't see it? Check Spam.
      </p>
      <div className="max-w-60">
        <CodeField {...field} label="Six-digit code from the email" isDisabled={isPending} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <ResendButton isLoading={isPending} onPress={resend} />
        <Button size="sm" variant="ghost" onPress={onChangeAddress}>
          Change address
        </Button>
      </div>
    </div>
  )
}
