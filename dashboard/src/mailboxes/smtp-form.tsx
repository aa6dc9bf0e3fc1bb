import { type Mailbox, SmtpDraft } from '@loadping/contract/mailboxes'
import { Problem } from '@loadping/contract/problem'
import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { errorMessage, useConnectSmtp } from './mailboxes.data.ts'
import { mailServers } from './smtp-presets.ts'

type SmtpText = { host: string; port: string; user: string; password: string }
type SmtpErrors = Partial<Record<keyof SmtpText, string>>

const fieldNames = ['host', 'port', 'user', 'password'] as const

/** Connects a mail server; what is typed stays until the server has taken a login and a message. */
export function SmtpForm({ known }: { known: Mailbox['server'] | undefined }) {
  const [text, setText] = useState<SmtpText>({
    host: known?.host ?? '',
    port: String(known?.port ?? 465),
    user: known?.user ?? '',
    password: '',
  })
  const [errors, setErrors] = useState<SmtpErrors>({})
  const { mutate, error, isPending } = useConnectSmtp()

  const change = (part: Partial<SmtpText>) => setText((now) => ({ ...now, ...part }))
  const field = (name: (typeof fieldNames)[number]) => ({
    name,
    value: text[name],
    error: errors[name],
    onValue: (value: string) => change({ [name]: value }),
    onPress: () => setErrors(({ [name]: _, ...others }) => others),
  })

  function connect(event: FormEvent) {
    event.preventDefault()
    const { data: draft, error: refusal } = SmtpDraft.safeParse({ ...text, port: Number(text.port) })
    setErrors(
      refusal
        ? errorsOf(refusal.issues.map(({ path: [name] }) => [String(name), explanations.get(String(name)) ?? '']))
        : {},
    )
    if (!draft) return
    mutate(draft, {
      onSuccess: () => change({ password: '' }),
      onError: (problem) => setErrors(problem instanceof Problem ? errorsOf(Object.entries(problem.fields)) : {}),
    })
  }

  const isAboutField = error instanceof Problem && Object.keys(error.fields).length > 0
  return (
    <form noValidate onSubmit={connect}>
      <p className="mb-3 flex flex-wrap items-center gap-2">
        <span className="text-caption text-secondary">Fill in for</span>
        {mailServers.map(({ name, host, port }) => (
          <Button
            key={name}
            size="sm"
            aria-label={`Fill in the server of ${name}`}
            onPress={() => change({ host, port: String(port) })}
          >
            {name}
          </Button>
        ))}
      </p>
      <div className="grid grid-cols-[1fr_160px] gap-4 max-sm:grid-cols-1">
        <TextField
          label="Server"
          placeholder="smtp.example.com"
          autoComplete="off"
          maxLength={253}
          {...field('host')}
        />
        <SelectField label="Port" name="port" value={text.port} onValue={(port) => change({ port })}>
          <option value="465">465, TLS</option>
          <option value="587">587, STARTTLS</option>
        </SelectField>
      </div>
      <div className="mt-4 grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <TextField label="User" placeholder="you@example.com" autoComplete="off" maxLength={254} {...field('user')} />
        <TextField
          label="App password"
          type="password"
          autoComplete="new-password"
          maxLength={200}
          hint="Kept encrypted, and never shown again"
          {...field('password')}
        />
      </div>
      {error && !isAboutField && (
        <p role="alert" className="mt-4 text-table wrap-anywhere text-danger-text">
          {errorMessage(error)}
        </p>
      )}
      <Button type="submit" className="mt-4" isLoading={isPending}>
        Connect server
      </Button>
    </form>
  )
}

const explanations = new Map([
  ['host', 'Enter a server name, such as smtp.example.com'],
  ['user', 'Please enter who signs in there'],
  ['password', 'Please enter the app password'],
])

const errorsOf = (problems: [name: string, message: string][]): SmtpErrors =>
  Object.fromEntries(problems.filter(([name, message]) => message !== '' && fieldNames.some((known) => known === name)))
