import type { OfferFacts } from '@loadping/contract/offers/offers'
import { senderProfileOf } from '@loadping/contract/templates/profile-values'
import { Copy, Mail } from 'lucide-react'
import { useState } from 'react'
import { useProfile } from '../account/profile.data.ts'
import { useSnippets } from '../snippets/snippets.data.ts'
import { useTemplates } from '../templates/templates.data.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { useToast } from '../ui/toast.ts'
import { nameOf, type OfferRow } from './offer-rows.ts'
import { mailLink, type Reply, shortReply, templateReply } from './reply-text.ts'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }
const short = 'short'

type ReplyDialogProps = { row: OfferRow; facts: OfferFacts; onReplied: () => void; onClose: () => void }

/** The reply from the chosen template, or a short one, as the person changed it. */
function useReply({ row, facts }: Pick<ReplyDialogProps, 'row' | 'facts'>) {
  const profile = useProfile()
  const snippets = useSnippets()
  const templates = useTemplates()
  const [chosen, setChosen] = useState(short)
  const [edited, setEdited] = useState<Partial<Reply>>({})
  const template = templates.find(({ id }) => id === chosen)
  const sender = {
    ...senderProfileOf(profile),
    snippets: Object.fromEntries(snippets.map(({ name, text }) => [name, text])),
  }
  const written = template ? templateReply(template, row, { facts, sender }) : shortReply(row, facts, profile)
  const isWritten = 'text' in written
  const reply: Reply = { ...(isWritten ? written : { subject: '', text: '' }), ...edited }
  return {
    templates,
    chosen,
    reply,
    lacks: isWritten ? [] : written.missing,
    choose: (id: string) => {
      setChosen(id)
      setEdited({})
    },
    edit: (changed: Partial<Reply>) => setEdited({ ...edited, ...changed }),
  }
}

/** Writes a reply from a template or a short text, which the person sends from their own mail program. */
export function ReplyDialog({ row, facts, onReplied, onClose }: ReplyDialogProps) {
  const { templates, chosen, reply, lacks, choose, edit } = useReply({ row, facts })
  const to = row.fields.email[0]?.value
  const link = to === undefined ? undefined : mailLink(to, reply)
  return (
    <DialogCard
      title={`Reply to ${nameOf(row)}`}
      text={
        to === undefined
          ? 'The answer names no email address. Copy the reply to where the answer came from.'
          : `Opens in your mail program, to ${to}. Nothing is sent from here.${link?.hasText ? '' : ' The text is too long for that: it is copied, paste it there.'}`
      }
      width="w-140"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <CopyButton reply={reply} isPrimary={!link} onReplied={onReplied} onClose={onClose} />
          {link && <MailButton reply={reply} link={link} onReplied={onReplied} onClose={onClose} />}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SelectField label="Template" name="template" value={chosen} onValue={choose}>
          <option value={short}>Short reply</option>
          {templates.map(({ id, name, owner }) => (
            <option key={id} value={id}>
              {owner ? `${name} (${owner.name})` : name}
            </option>
          ))}
        </SelectField>
        {lacks.length > 0 && (
          <p role="alert" className="text-table text-warning-text">
            This template needs {lacks.join(', ')}. Choose another one, or add it to the posting.
          </p>
        )}
        <TextField label="Subject" name="subject" value={reply.subject} onValue={(subject) => edit({ subject })} />
        <TextArea label="Text" name="text" rows={11} value={reply.text} onValue={(text) => edit({ text })} />
      </div>
    </DialogCard>
  )
}

type ReplyActionProps = Pick<ReplyDialogProps, 'onReplied' | 'onClose'> & { reply: Reply }

function CopyButton({ reply, isPrimary, onReplied, onClose }: ReplyActionProps & { isPrimary: boolean }) {
  const showToast = useToast()
  async function copy() {
    try {
      await navigator.clipboard.writeText(reply.text)
    } catch {
      return showToast('The browser did not allow to copy. Select the text and copy it.', 'error')
    }
    onReplied()
    showToast('Reply copied', 'success')
    onClose()
  }
  return (
    <Button
      variant={isPrimary ? 'primary' : 'secondary'}
      icon={<Copy {...icon} />}
      isDisabled={!reply.text}
      onPress={() => void copy()}
    >
      Copy reply
    </Button>
  )
}

type MailButtonProps = ReplyActionProps & { link: ReturnType<typeof mailLink> }

/** Opens the person's mail program; a text that is too long for the link is copied. */
const MailButton = ({ reply, link: { href, hasText }, onReplied, onClose }: MailButtonProps) => (
  <a
    href={href}
    className={buttonStyle('primary')}
    onClick={() => {
      if (!hasText) void navigator.clipboard.writeText(reply.text).catch(() => {}) // the dialog says so before
      onReplied()
      setTimeout(onClose) // the link must be there until the browser has followed it
    }}
  >
    <Mail {...icon} />
    Open in your mail
  </a>
)
