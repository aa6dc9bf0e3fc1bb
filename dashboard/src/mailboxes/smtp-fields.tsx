import { smtpPorts } from '@loadping/contract/mailboxes/mailboxes'
import type { ReactNode, Ref } from 'react'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { smtpPresets } from './smtp-presets.ts'

export type EnteredServer = { host: string; port: string; user: string; address: string }

type SmtpFieldsProps = {
  entered: EnteredServer
  onChange: (changes: Partial<EnteredServer>) => void
  password: Ref<HTMLInputElement>
  /** What to say about the server. */
  children: ReactNode
}

/** The fields of a mail server and its login, with presets. */
export const SmtpFields = ({ entered, onChange, password, children }: SmtpFieldsProps) => (
  <>
    <p className="mb-3 flex flex-wrap items-center gap-2">
      <span className="text-caption text-secondary">Presets</span>
      {smtpPresets.map(({ name, host, port }) => (
        <Button
          key={name}
          size="sm"
          aria-label={`Use the ${name} server`}
          onPress={() => onChange({ host, port: String(port) })}
        >
          {name}
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
        value={entered.host}
        onValue={(host) => onChange({ host })}
      />
      <SelectField label="Port" name="port" value={entered.port} onValue={(port) => onChange({ port })}>
        {Object.entries(smtpPorts).map(([port, encryption]) => (
          <option key={port} value={port}>{`${port}, ${encryption}`}</option>
        ))}
      </SelectField>
    </div>
    {children}
    <div className="mt-4 grid grid-cols-2 gap-4 max-sm:grid-cols-1">
      <TextField
        label="Username"
        name="user"
        placeholder="you@example.com"
        autoComplete="off"
        maxLength={254}
        value={entered.user}
        onValue={(user) => onChange({ user })}
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
  </>
)
