import { TestEmail } from '@loadping/contract/inquiries/inquiries'
import { isSnippet, placeholderTitle } from '@loadping/contract/templates/placeholder-titles'
import { fillMessage, valuesOf } from '@loadping/contract/templates/placeholders'
import { Link } from 'react-router'
import { useMe } from '../../account/account.data.ts'
import { useSendTestEmail } from '../../emails/emails.data.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Form, FormError } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { DialogCard } from '../../ui/overlay/dialog-card.tsx'
import { useForm } from '../../use-form.ts'
import type { Draft } from '../draft.ts'
import { usePreviewRows } from './preview-rows.ts'
import { RowSelect } from './row-select.tsx'
import { useSender } from './use-sender.ts'

type SendTestDialogProps = { draft: Draft; onClose: () => void }

/** Asks which load to show, and sends the test. */
export function SendTestDialog({ draft, onClose }: SendTestDialogProps) {
  const { email, accountVerified } = useMe().data
  return accountVerified ? (
    <TestForm draft={draft} email={email} onClose={onClose} />
  ) : (
    <DialogCard
      title="Send a test"
      text="A test leaves from your own mailbox, as your inquiries do. Connect it first."
      width="w-110"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Link to={paths.email} className={buttonStyle('primary')}>
            Connect a mailbox
          </Link>
        </>
      }
    >
      {null}
    </DialogCard>
  )
}

const formId = 'send-test'

function TestForm({ draft: { subject, body: template }, email, onClose }: SendTestDialogProps & { email: string }) {
  const rows = usePreviewRows()
  const { own, profile } = useSender()
  const change = useSendTestEmail()
  const missing = rows.load ? missingOf({ subject, template }, valuesOf(rows.load, own)) : []
  const samples = rows.load && valuesOf(rows.load, profile).formatted
  const form = useForm({
    read: (data) =>
      TestEmail.safeParse({
        subject,
        template,
        load: rows.load,
        values: Object.fromEntries(missing.map((name) => [name, data.get(`values/${name}`)])),
      }),
    change,
    onSuccess: onClose,
  })

  return (
    <DialogCard
      title="Send a test"
      text={
        <>
          It goes from your default mailbox to <strong className="font-semibold text-primary">{email}</strong> alone,
          without Cc. It doesn't count as an inquiry.
        </>
      }
      width="w-110"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            isLoading={form.isPending}
            isDisabled={rows.load === undefined}
          >
            Send test
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className="flex flex-col gap-4"
        errors={form.errors}
        isPending={form.isPending}
        onSubmit={form.onSubmit}
      >
        <div className="flex items-center justify-between gap-3">
          <span className="text-table font-medium">Filled with</span>
          <RowSelect rows={rows} />
        </div>
        {missing.map((name) => (
          <TextField
            key={`${rows.chosen} ${name}`}
            label={placeholderTitle(name)}
            name={`values/${name}`}
            defaultValue={samples?.[name]?.replaceAll('\n', ', ') ?? ''}
            hint="Asked before sending"
            maxLength={200}
          />
        ))}
        <FormError className="text-table" />
      </Form>
    </DialogCard>
  )
}

/** Lists the values to ask for. A missing snippet is an error of the template. */
function missingOf(...[template, values]: Parameters<typeof fillMessage>) {
  const message = fillMessage(template, values)
  return 'missing' in message ? message.missing.filter((name) => !isSnippet(name)) : []
}
