import { brand } from '@loadping/contract/brand'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { LogoMark } from '../ui/logo.tsx'
import { providerMarks } from '../ui/provider-marks.tsx'

/** A drawing of a provider's page, with the button to click. */
const Picture = ({
  shows,
  title,
  mark,
  children,
}: {
  shows: string
  title: string
  mark: ReactNode
  children: ReactNode
}) => (
  <div
    role="img"
    aria-label={shows}
    className="w-full max-w-60 self-start overflow-hidden rounded-md border border-default bg-sunken text-micro select-none"
  >
    <div aria-hidden="true" className="flex h-6 items-center gap-1 border-b border-default px-2">
      {[1, 2, 3].map((dot) => (
        <span key={dot} className="size-1.5 rounded-full bg-active" />
      ))}
    </div>
    <div aria-hidden="true" className="m-2.5 rounded-sm border border-subtle bg-surface p-3">
      <p className="mb-2 flex items-center gap-2 font-semibold">
        {mark}
        {title}
      </p>
      {children}
    </div>
  </div>
)

const ClickedButton = ({ children }: { children: string }) => (
  <span className="inline-flex rounded-xs bg-accent px-2 py-0.5 text-accent-on outline-2 outline-offset-2 outline-warning outline-dashed">
    {children}
  </span>
)

const Line = ({ className }: { className: string }) => (
  <span className={`block h-1.5 rounded-full bg-active ${className}`} />
)

export const GooglePicture = () => (
  <Picture
    shows="Google's page: the box “Send email on your behalf” is checked, and Continue is clicked"
    title="Google"
    mark={providerMarks.google}
  >
    <Line className="mb-2 w-4/5" />
    <p className="mb-3 flex items-center gap-1.5 rounded-xs border border-default p-1.5">
      <span className="flex size-3.5 shrink-0 items-center justify-center rounded-xs bg-accent text-accent-on outline-2 outline-offset-1 outline-warning outline-dashed">
        <Check size={10} strokeWidth={3} />
      </span>
      Send email on your behalf
    </p>
    <p className="flex justify-end">
      <ClickedButton>Continue</ClickedButton>
    </p>
  </Picture>
)

export const OutlookPicture = () => (
  <Picture
    shows="Microsoft's page: “Send mail as you” is in the list of permissions, and Accept is clicked"
    title="Microsoft"
    mark={providerMarks.outlook}
  >
    <p className="mb-2">Permissions requested</p>
    <p className="mb-1.5 flex items-center gap-1.5">
      <Check size={12} strokeWidth={2.4} className="shrink-0 text-accent-text" />
      Send mail as you
    </p>
    <Line className="mb-3 ml-4 w-3/5" />
    <p className="flex justify-end">
      <ClickedButton>Accept</ClickedButton>
    </p>
  </Picture>
)

export const ServerPicture = () => (
  <Picture
    shows={`The security page of a mail provider: an app password named ${brand.name} is created, and shown once`}
    title="App passwords"
    mark={<span className="size-3.5 rounded-full bg-active" />}
  >
    <p className="mb-2 flex items-center gap-2">
      <span className="flex-1 rounded-xs border border-control px-1.5 py-0.5">{brand.name}</span>
      <ClickedButton>Create</ClickedButton>
    </p>
    <p className="rounded-xs bg-accent-subtle px-1.5 py-1 text-center font-mono text-accent-text">
      abcd efgh ijkl mnop
    </p>
  </Picture>
)

export const RelayPicture = () => (
  <Picture
    shows={`An email from ${brand.name} with a button that signs you in`}
    title={brand.name}
    mark={<LogoMark size={14} />}
  >
    <Line className="mb-1.5 w-full" />
    <Line className="mb-3 w-2/3" />
    <ClickedButton>Sign in</ClickedButton>
  </Picture>
)
