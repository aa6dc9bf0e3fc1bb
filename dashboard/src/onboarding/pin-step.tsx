import type { UserInfo } from '@loadping/contract/account/account'
import { boardOptions } from '@loadping/contract/account/board-options'
import { brand } from '@loadping/contract/brand'
import { ArrowLeft, Check, EllipsisVertical, ExternalLink, Info, Lock, Pin, Puzzle, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useExtensionVersion } from '../extension/extension.data.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { LetterIcon } from '../ui/letter-icon.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { StepBody, StepFooter } from './onboarding-step.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const

type PinStepProps = {
  userInfo: UserInfo
  isHintClosed: boolean
  onCloseHint: () => void
  onBack: () => void
  onFinish: () => void
}

/** Shows where the extension is pinned. Finish waits until the hint is closed. */
export const PinStep = ({ userInfo, isHintClosed, onCloseHint, onBack, onFinish }: PinStepProps) => (
  <div className="flex min-h-0 min-w-0 flex-1 flex-col">
    <StepBody title="Pin the extension and start" text="So you see at a glance that it is on.">
      <div className="overflow-hidden rounded-md border border-default bg-sunken">
        <BrowserBar isPinned={isHintClosed} />
        {isHintClosed ? <Ready userInfo={userInfo} /> : <PinHint onClose={onCloseHint} />}
      </div>
      {!isHintClosed && (
        <p className="mt-3 flex items-center gap-2 text-caption text-secondary">
          <Info size={14} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
          Close the hint to finish.
        </p>
      )}
    </StepBody>
    <StepFooter
      start={
        <Button size="lg" onPress={onBack}>
          Back
        </Button>
      }
    >
      <Button variant="primary" size="lg" className="min-w-24" isDisabled={!isHintClosed} onPress={onFinish}>
        Finish
      </Button>
    </StepFooter>
  </div>
)

/** A picture of the browser's bar. */
const BrowserBar = ({ isPinned }: { isPinned: boolean }) => (
  <div
    aria-hidden="true"
    className="flex items-center gap-2 border-b border-default bg-active px-3 py-2 text-secondary"
  >
    <ArrowLeft {...icon} />
    <RotateCcw {...icon} />
    <span className="flex h-7 min-w-0 flex-1 items-center gap-2 rounded-full bg-surface px-3 text-table">
      <Lock size={14} strokeWidth={1.6} className="shrink-0" />
      <span className="truncate">your load board</span>
    </span>
    <span
      className={`flex size-8 items-center justify-center rounded-sm ${isPinned ? '' : 'bg-surface text-primary ring-2 ring-focus'}`}
    >
      <Puzzle {...icon} />
    </span>
    {isPinned && <LogoMark size={20} />}
    <EllipsisVertical {...icon} />
  </div>
)

const PinHint = ({ onClose }: { onClose: () => void }) => (
  <div className="flex min-h-40 flex-row-reverse items-start justify-between gap-4 p-4 max-sm:flex-col">
    <div
      aria-hidden="true"
      className="w-60 max-w-full self-start rounded-md border border-default bg-raised p-1.5 shadow-pop max-sm:self-end"
    >
      <p className="px-2 py-1.5 text-caption text-secondary">Extensions</p>
      <p className="flex items-center gap-2 rounded-sm bg-selected px-2 py-1.5 font-medium">
        <LogoMark size={20} />
        <span className="flex-1">{brand.name}</span>
        <Pin {...icon} />
      </p>
      <p className="flex items-center gap-2 px-2 py-1.5 text-secondary">
        <span className="size-5 rounded-xs bg-active" />
        <span className="flex-1">
          <span className="block h-2.5 w-24 rounded-full bg-active" />
        </span>
        <Pin {...icon} />
      </p>
    </div>
    <div className="w-57 max-w-full self-end rounded-md bg-inverse p-3 text-on-inverse max-sm:self-start">
      <p className="font-semibold">Pin {brand.name}</p>
      <p className="mt-0.5 mb-2.5 text-table">Open the puzzle icon, then press the pin next to {brand.name}.</p>
      <Button size="sm" onPress={onClose}>
        Got it
      </Button>
    </div>
  </div>
)

/** What to do next: open a load board, or install the extension first. */
function Ready({ userInfo: { loadboards } }: { userInfo: UserInfo }) {
  const isInstalled = useExtensionVersion() !== undefined
  return (
    <div role="status" className="min-h-40 px-5 py-5">
      <div className="flex items-center gap-4">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-accent-subtle text-accent-text">
          <Check size={22} strokeWidth={2} aria-hidden="true" />
        </span>
        <div>
          <p className="text-lead font-semibold">
            {isInstalled ? `${brand.name} is ready` : `Your ${brand.name} account is ready`}
          </p>
          <p className="text-table text-secondary">
            {isInstalled
              ? 'Open a load board. Every row gets an Email button.'
              : 'Install the extension on your computer. It adds an Email button to every load.'}
          </p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        {isInstalled ? (
          loadboards.map((id) => (
            <NewTab key={id} address={boardOptions[id].link}>
              <LetterIcon>{boardOptions[id].icon}</LetterIcon>
              {boardOptions[id].name}
            </NewTab>
          ))
        ) : (
          <NewTab address={paths.extension}>Show me how</NewTab>
        )}
      </div>
    </div>
  )
}

const NewTab = ({ address, children }: { address: string; children: ReactNode }) => (
  <a href={address} target="_blank" rel="noreferrer" className={buttonStyle('secondary', 'md')}>
    {children}
    <ExternalLink size={14} strokeWidth={1.6} aria-hidden="true" />
    <span className="sr-only">opens in a new tab</span>
  </a>
)
