import { type Mailbox, SmtpDraft } from '@loadping/contract/mailboxes'
import { isMicrosoftServer } from '@loadping/contract/rules/mail-limits'
import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Form, FormError } from '../ui/form.tsx'
import { providerMarks } from '../ui/provider-marks.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../use-form.ts'
import { useConnect, useConnectSmtp } from './mailboxes.data.ts'
import { smtpPresets } from './smtp-presets.ts'

/** Connects a mail server; what is typed stays until the server accepted a login and a test email. */
export function SmtpForm({ known }: { known: Mailbox['server'] | undefined }) {
  const [host, setHost] = useState(known?.host ?? '')
  const [port, setPort] = useState(String(known?.port ?? 465))
  const password = useRef<HTMLInputElement>(null)
  const form = useForm({
    change: useConnectSmtp(),
    read: (data) => SmtpDraft.safeParse({ ...Object.fromEntries(data), port: Number(data.get('port')) }),
    explainIssue: ({ path, message }) => missing.get(path[0]) ?? message,
    onSuccess: () => {
      if (password.current) password.current.value = ''
    },
  })

  const isMicrosoft = isMicrosoftServer(host)

  return (
    <Form {...form}>
      <p className="mb-3 flex flex-wrap items-center gap-2">
        <span className="text-caption text-secondary">Presets</span>
        {smtpPresets.map((preset) => (
          <Button
            key={preset.name}
            size="sm"
            aria-label={`Use the ${preset.name} server`}
            onPress={() => {
              setHost(preset.host)
              setPort(String(preset.port))
            }}
          >
            {preset.name}
          </Button>
        ))}
      </p>
      <div className="grid grid-cols-[1fr_160px] gap-4 max-sm:grid-cols-1">
        <TextField
          label="Server"
          name="host"
          placeholder="smtp.example.com"
          autoComplete="off"
          maxLength={253}
          value={host}
          onValue={setHost}
        />
        <SelectField label="Port" name="port" value={port} onValue={setPort}>
          <option value="465">465, TLS</option>
          <option value="587">587, STARTTLS</option>
        </SelectField>
      </div>
      {isMicrosoft && <ConnectOutlook />}
      <div className="mt-4 grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <TextField
          label="Username"
          name="user"
          placeholder="you@example.com"
          autoComplete="off"
          maxLength={254}
          defaultValue={known?.user ?? ''}
        />
        <TextField
          label="App password"
          name="password"
          type="password"
          autoComplete="new-password"
          maxLength={200}
          hint="Stored encrypted. Never shown again."
          inputRef={password}
        />
      </div>
      <FormError />
      {!isMicrosoft && (
        <Button type="submit" className="mt-4" isLoading={form.isPending}>
          Connect mailbox
        </Button>
      )}
    </Form>
  )
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
