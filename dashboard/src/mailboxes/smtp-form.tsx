import { isMicrosoftServer } from '@loadping/contract/mailboxes/mail-limits'
import { type Mailbox, SmtpDraft } from '@loadping/contract/mailboxes/mailboxes'
import { Problem } from '@loadping/contract/wire/problem'
import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { codeLength, digitsOf } from '../ui/form/code-field.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { providerMarks } from '../ui/provider-marks.tsx'
import { useForm } from '../use-form.ts'
import { AddressCode } from './address-code.tsx'
import { useConnect, useConnectSmtp } from './mailboxes.data.ts'
import { type EnteredServer, SmtpFields } from './smtp-fields.tsx'

type SmtpFormProps = {
  ownAddress: string
  /** The connected servers. */
  mailboxes: Mailbox[]
  /** The one that the form starts with. */
  chosen: Mailbox | undefined
  onConnected: (mailbox: Mailbox) => void
}

/**
 * Connects a mail server, after an emailed code if its address is not proved yet. What is typed stays until the server
 * accepted a test email.
 */
export function SmtpForm({ ownAddress, mailboxes, chosen, onConnected }: SmtpFormProps) {
  const [entered, setEntered] = useState(() => enteredFrom(chosen, ownAddress))
  /** Where a code was emailed to, and how often. */
  const [sent, setSent] = useState<{ to: string; count: number }>()
  const [code, setCode] = useState('')
  const password = useRef<HTMLInputElement>(null)
  const address = useRef<HTMLInputElement>(null)
  const form = useForm({
    change: useConnectSmtp(onConnected),
    read: readDraft,
    explainIssue: ({ path, message }) => missing.get(path[0]) ?? message,
    onSuccess: (draft, { mailbox }) => {
      setCode('')
      setSent(mailbox ? undefined : { to: draft.address, count: (sent?.count ?? 0) + 1 })
      if (mailbox && password.current) password.current.value = ''
    },
    onError: (error) => error instanceof Problem && 'code' in error.fields && setCode(''),
  })

  /** A code is for one address, server and username: after a change, another is needed. */
  function change(changes: Partial<EnteredServer>) {
    setEntered({ ...entered, ...changes })
    setCode('')
    setSent(undefined)
  }

  return (
    <Form {...form}>
      <SmtpFields entered={entered} onChange={change} password={password}>
        {isMicrosoftServer(entered.host) && <ConnectOutlook />}
      </SmtpFields>
      <TextField
        className="mt-4"
        label="Send as"
        name="address"
        type="email"
        autoComplete="email"
        maxLength={254}
        hint="Recipients see this address. If it's new here, we email a code to it first."
        value={entered.address}
        onValue={(text) => change({ address: text })}
        inputRef={address}
      />
      {sent && (
        <AddressCode
          key={sent.count}
          sentTo={sent.to}
          isResent={sent.count > 1}
          code={code}
          onCode={setCode}
          isPending={form.isPending}
          onResend={form.onSubmit}
          onChangeAddress={() => {
            change({})
            address.current?.focus()
          }}
        />
      )}
      <FormError />
      {!isMicrosoftServer(entered.host) && (
        <Submit
          replaced={hostToReplace(mailboxes, entered)}
          isDisabled={sent !== undefined && code.length < codeLength}
          isLoading={form.isPending}
        />
      )}
    </Form>
  )
}

type SubmitProps = { replaced: string | undefined; isDisabled: boolean; isLoading: boolean }

const Submit = ({ replaced, isDisabled, isLoading }: SubmitProps) => (
  <>
    {replaced !== undefined && (
      <p role="status" className="mt-4 text-caption text-secondary wrap-anywhere">
        An address sends through one server. This one replaces {replaced}.
      </p>
    )}
    <Button type="submit" className="mt-4" isDisabled={isDisabled} isLoading={isLoading}>
      {replaced === undefined ? 'Connect mailbox' : 'Replace server'}
    </Button>
  </>
)

const enteredFrom = (mailbox: Mailbox | undefined, ownAddress: string): EnteredServer => ({
  host: mailbox?.server?.host ?? '',
  port: String(mailbox?.server?.port ?? 465),
  user: mailbox?.server?.user ?? '',
  address: mailbox?.address ?? ownAddress,
})

function readDraft(data: FormData) {
  const { code, port, ...rest } = Object.fromEntries(data)
  return SmtpDraft.safeParse({
    ...rest,
    port: Number(port),
    ...(code !== undefined && { code: digitsOf(String(code)) }),
  })
}

/** Returns the server that the address sends through now, if another one was entered. */
function hostToReplace(mailboxes: Mailbox[], entered: { address: string; host: string }): string | undefined {
  const address = entered.address.trim().toLowerCase()
  const host = entered.host.trim().toLowerCase()
  const current = mailboxes.find((mailbox) => mailbox.address === address)?.server?.host
  return host === '' || current === host ? undefined : current
}

/** Leads from a server of Microsoft's, which ends logins with a password, to its sign-in. */
function ConnectOutlook() {
  const { mutate, isPending } = useConnect()
  return (
    <div role="status" className="mt-4 rounded-md bg-info-subtle p-3 text-table">
      <p>Microsoft is ending logins with a password. Connect this mailbox by Microsoft's own sign-in instead.</p>
      <Button className="mt-3" icon={providerMarks.outlook} isLoading={isPending} onPress={() => mutate('outlook')}>
        Connect Outlook
      </Button>
    </div>
  )
}

const missing = new Map<PropertyKey | undefined, string>([
  ['user', 'Enter the username'],
  ['password', 'Enter the app password'],
])
