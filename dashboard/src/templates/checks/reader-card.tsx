import type { UserType } from '@loadping/contract/account/user-type'
import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import type { Day } from '@loadping/contract/format/new-york-days'
import { bodyText } from '@loadping/contract/templates/body-text'
import { checkMail, countWords, type MailFinding } from '@loadping/contract/templates/mail-check'
import { fixTemplate, isValueMissing } from '@loadping/contract/templates/mail-check-fixes'
import { mailPointsFor, mailPointTitles, maxMailWords } from '@loadping/contract/templates/mail-check-texts'
import { isSnippet, type PlaceholderName } from '@loadping/contract/templates/placeholder-titles'
import {
  fillMessage,
  type SenderProfile,
  type TemplateSource,
  valuesOf,
} from '@loadping/contract/templates/placeholders'
import { isProfilePlaceholder } from '@loadping/contract/templates/profile-values'
import { Check, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { placeholderGuide } from '../placeholder-guide.ts'
import {
  checkReadBack,
  labelValue,
  type MachineCheck,
  type ReadBack,
  summarizeOffer,
  unreadableTexts,
} from './machine-check.ts'
import type { OnFix } from './template-checks.tsx'

type ReaderCardProps = {
  template: TemplateSource
  userType: UserType
  load: LoadFacts
  profile: SenderProfile
  today: Day
  onFix: OnFix
  children: ReactNode
}

/** What the reader and the reader's software find in the filled email, with what is missing and its fix. */
export function ReaderCard({ onFix, children, ...email }: ReaderCardProps) {
  const { template, userType, load, profile, today } = email
  const read = useMemo(
    () => readEmail({ template, userType, load, profile, today }),
    [template, userType, load, profile, today],
  )
  const title = userType === 'carrier' ? 'Broker reads' : 'Carrier reads'
  const { list, followFocus } = useFocusAfterFix(read)
  if (!read) return null

  const points = mailPointsFor(userType)
  const met = points.filter((point) => !read.findings.some((finding) => finding.point === point && !finding.isNote))
  const fixAndFollow: OnFix = (fix) => {
    followFocus()
    onFix(fix)
  }
  return (
    <Card
      title={title}
      aside={
        <Badge tone={met.length === points.length ? 'accent' : 'warning'}>
          {met.length} of {points.length}
        </Badge>
      }
    >
      <div ref={list} tabIndex={-1} className="p-4 outline-none">
        <p className="rounded-sm border border-subtle bg-sunken px-3 py-2 text-table font-semibold">
          <span className="sr-only">Software reads: </span>
          {summarizeOffer(read.machine.load) || (
            <span className="font-normal text-secondary">Software finds no offer here yet.</span>
          )}
        </p>
        <ul className="mt-2">
          {points.map((point) => (
            <Point
              key={point}
              title={point === 'length' ? `${read.words} words, limit ${maxMailWords}` : mailPointTitles[point]}
              findings={read.findings.filter((finding) => finding.point === point)}
              template={template}
              userType={userType}
              onFix={fixAndFollow}
            />
          ))}
        </ul>
        <Unread machine={read.machine} onFix={fixAndFollow} />
        <p className="mt-3 text-caption">
          <a
            href={`${paths.help}/templates`}
            target="_blank"
            rel="noreferrer"
            className="text-accent-text underline underline-offset-3"
          >
            How to write a template that gets answers
          </a>
        </p>
      </div>
    </Card>
  )
}

/** Fills and reads the email. What the load lacks is asked before sending, so it is filled with an example. */
function readEmail({ template, userType, load, profile, today }: Omit<ReaderCardProps, 'onFix' | 'children'>) {
  const known = fillMessage(template, valuesOf(load, profile))
  const asked = 'missing' in known ? known.missing : []
  const values = valuesOf(load, profile, Object.fromEntries(asked.map((name) => [name, exampleOf(name)])))
  const message = asked.length > 0 ? fillMessage(template, values) : known
  const machine = checkReadBack(template, values, today)
  if (!('subject' in message) || !machine) return undefined
  return { machine, words: countWords(bodyText(message.html)), findings: checkMail(message, { userType, load }) }
}

const exampleOf = (name: PlaceholderName): string =>
  isSnippet(name) || isProfilePlaceholder(name) ? '…' : placeholderGuide[name].example

/** Keeps the focus in the card when a fix removes its own button. */
function useFocusAfterFix(read: unknown) {
  const list = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(false)
  useEffect(() => {
    if (!read || !isFollowing.current) return
    isFollowing.current = false
    if (document.activeElement !== document.body) return
    const next = list.current?.querySelector('button') ?? list.current
    next?.focus()
  }, [read])
  return {
    list,
    followFocus: () => {
      isFollowing.current = true
    },
  }
}

type PointProps = {
  title: string
  findings: MailFinding[]
  onFix: OnFix
} & Pick<ReaderCardProps, 'template' | 'userType'>

const Point = ({ title, findings, ...rest }: PointProps) =>
  findings.length === 0 ? (
    <li className="flex items-center gap-2.5 py-1.5 text-table text-secondary">
      <Check size={16} strokeWidth={2} aria-hidden="true" className="shrink-0 text-accent-text" />
      {title}
    </li>
  ) : (
    findings.map((finding) => <Finding key={finding.code} finding={finding} {...rest} />)
  )

function Finding({
  finding: { code, text, why },
  template,
  userType,
  onFix,
}: { finding: MailFinding } & Omit<PointProps, 'title' | 'findings'>) {
  const canFix = fixTemplate(code, template, userType) !== undefined
  const lacking = code === 'no-mc' || code === 'dot-only' ? 'your profile' : 'this load'
  const reason = isValueMissing(code, template, userType) ? `Your template says it, but ${lacking} has none.` : why
  return (
    <Warning
      title={text}
      action={
        canFix && (
          <Button
            size="sm"
            aria-label={`Fix: ${text}`}
            onPress={() => onFix((now) => fixTemplate(code, now, userType))}
          >
            Fix
          </Button>
        )
      }
    >
      {reason}
    </Warning>
  )
}

const Warning = ({ title, action, children }: { title: ReactNode; action?: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-2.5 py-1.5">
    <TriangleAlert size={16} strokeWidth={1.8} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />
    <div className="min-w-0 flex-1">
      <p className="text-table font-medium wrap-anywhere">
        <span className="sr-only">To do: </span>
        {title}
      </p>
      <p className="text-caption text-secondary">{children}</p>
    </div>
    {action}
  </li>
)

/** What software cannot read, with a labeled line that it can. */
function Unread({ machine: { readBacks, unreadable }, onFix }: { machine: MachineCheck; onFix: OnFix }) {
  const unread = [...new Map(readBacks.filter(({ why }) => why).map((item) => [item.placeholder, item])).values()]
  if (unread.length === 0 && unreadable.length === 0) return null
  const otherUnread = unread.filter(({ value }) => !unreadable.some(({ text }) => text === value))
  return (
    <>
      <h3 className="mt-3 border-t border-subtle pt-3 text-caption font-medium text-secondary">
        Software can't read this
      </h3>
      <ul className="mt-1">
        {unreadable.map(({ text, why, start }) => {
          const item = unread.find(({ value }) => value === text)
          return (
            <Warning key={start} title={`“${text}”`} action={item && <Rewrite item={item} onFix={onFix} />}>
              {unreadableTexts[why]}
            </Warning>
          )
        })}
        {otherUnread.map((item) => (
          <Warning key={item.placeholder} title={`“${item.value}”`} action={<Rewrite item={item} onFix={onFix} />}>
            {item.why}
          </Warning>
        ))}
      </ul>
    </>
  )
}

const Rewrite = ({ item, onFix }: { item: ReadBack; onFix: OnFix }) => (
  <Button size="sm" aria-label={`Rewrite: ${item.value}`} onPress={() => onFix((now) => labelValue(now, item))}>
    Rewrite
  </Button>
)
